// What the tests look at: __done, the goal of the page is reached; __wrong, what happened that must not.
window.__done = false;
window.__wrong = [];
function say(text) { document.getElementById('out').textContent = text; }
function done(text) { window.__done = true; say(text); }
function undo(text) { window.__done = false; say(text); }
function wrong(what) { window.__wrong.push(what); }
// settle tells success from failure by one comparison.
function settle(ok, text) { if (ok) done(text); else undo(text); }
function el(id) { return document.getElementById(id); }
var query = new URLSearchParams(location.search);
