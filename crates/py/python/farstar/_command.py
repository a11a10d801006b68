"""The command ``farstar``."""

from __future__ import annotations

import signal
import sys

from farstar._farstar import command


def main() -> None:
    """Runs the command with the words of the command line."""
    # the command has a handler of its own
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["farstar", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
