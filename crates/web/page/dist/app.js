/* Farstar, and the libraries of licences.txt */
var e=()=>import("./main.js");document.hidden?e():requestAnimationFrame(()=>setTimeout(e));
