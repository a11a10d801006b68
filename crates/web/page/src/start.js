// Starts the workbench when the document is painted: the script is ten times as long as the document and the sheet in it.
const start = () => import("./main.js");
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
