// Starts the workbench when the document is painted: the script and its sheet are a hundred times as long as the document, and a frame that
// waits for them shows nothing.
let begun = false;
const start = () => {
  if (begun) return;
  begun = true;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = "style.css";
  // Not before: what the script builds would be seen without its style.
  sheet.onload = sheet.onerror = () => import("./main.js");
  document.head.append(sheet);
};
/** After this, in ms, it starts though nothing was painted: a window may lie behind others. */
const LATEST = 1000;
if (document.hidden) start();
else {
  new PerformanceObserver((painted) => {
    if (painted.getEntriesByName("first-contentful-paint").length > 0) start();
  }).observe({ type: "paint", buffered: true });
  setTimeout(start, LATEST);
}
