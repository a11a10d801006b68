"""``python -m farstar`` is the command."""

from farstar._command import main

main()
