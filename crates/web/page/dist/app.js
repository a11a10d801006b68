/* Farstar, and the libraries of licences.txt */
var n=!1,t=()=>{if(n)return;n=!0;let e=document.createElement("link");e.rel="stylesheet",e.href="style.css",e.onload=e.onerror=()=>import("./main.js"),document.head.append(e)},r=1e3;document.hidden?t():(new PerformanceObserver(e=>{e.getEntriesByName("first-contentful-paint").length>0&&t()}).observe({type:"paint",buffered:!0}),setTimeout(t,r));
