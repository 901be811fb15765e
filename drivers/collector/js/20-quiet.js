// Quiet: when did the page last move? A mutation clock that ignores tickers,
// and a comparison of where the controls stand.
const born = performance.now();
let lastMutation = born;
const beats = new WeakMap(); // element -> its last times of change

// isTicker learns from an element's rhythm: a clock or a carousel changes at a
// steady pace for ever. Short periods need more beats, since a burst of
// rendering looks steady for a moment as well.
function isTicker(el, now) {
  let t = beats.get(el);
  if (!t) beats.set(el, t = []);
  if (now - t[t.length - 1] < 4) return t.ticker;
  t.push(now);
  if (t.length > 13) t.shift();
  const need = t.length > 1 && now - t[t.length - 2] < 100 ? 12 : 4;
  if (t.length < need) return t.ticker = false;
  let low = Infinity, high = 0;
  for (let i = t.length - need + 1; i < t.length; i++) {
    const gap = t[i] - t[i - 1];
    low = Math.min(low, gap);
    high = Math.max(high, gap);
  }
  return t.ticker = high - low <= 0.35 * (high + low) / 2 + 25;
}

function onMutations(records) {
  const now = performance.now();
  const seen = new Set();
  for (const r of records) {
    const el = r.target.nodeType === 1 ? r.target : r.target.parentNode;
    if (!el || seen.has(el)) continue;
    seen.add(el);
    if (!isTicker(el, now)) lastMutation = now;
  }
}

const observed = { subtree: true, childList: true, attributes: true, characterData: true };
const observer = new MutationObserver(onMutations);
observer.observe(document, observed);
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  const root = attachShadow.call(this, init);
  try { observer.observe(root, observed); } catch { /* the page gets its root all the same */ }
  return root;
};

let boxes = '', boxesAt = -Infinity;

// checkBoxes remembers since when the controls within the viewport stand still.
function checkBoxes(now) {
  let s = scrollX + ',' + scrollY;
  let n = 0;
  for (const el of document.querySelectorAll('a[href],button,input,select,textarea,[role],[tabindex],[onclick],img')) {
    if (n > 400) break;
    const r = el.getBoundingClientRect();
    if (r.width === 0 || r.bottom < 0 || r.top > innerHeight) continue;
    n++;
    s += ';' + Math.round(r.left) + ',' + Math.round(r.top) + ',' + Math.round(r.width) + ',' + Math.round(r.height);
  }
  if (s !== boxes) {
    boxes = s;
    boxesAt = now;
  }
}

// Where the controls stand when the page is complete is remembered before anybody asks.
addEventListener('load', () => checkBoxes(performance.now()), { once: true });

const busyClass = /(^|[-_ ])(spinner|spinning|skeleton|loader|loading|shimmer)([-_ ]|$)/i;
const busySelector = '[aria-busy=true],[role=progressbar],progress:not([value]),[class*=spin i],[class*=skeleton i],[class*=load i],[class*=shimmer i]';

function busyMarker() {
  for (const el of document.querySelectorAll(busySelector)) {
    if (el === document.documentElement || el === document.body) continue;
    const role = el.getAttribute('role');
    if (role === 'progressbar' && el.hasAttribute('aria-valuenow')) continue;
    if (el.getAttribute('aria-busy') !== 'true' && role !== 'progressbar' && el.tagName !== 'PROGRESS' && !busyClass.test(el.className?.baseVal ?? el.className)) continue;
    const r = el.getBoundingClientRect();
    if (r.width < 1 || r.height < 1 || r.bottom < 0 || r.top > innerHeight || r.right < 0 || r.left > innerWidth) continue;
    if (el.checkVisibility && !el.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    return el.tagName.toLowerCase() + (el.id ? '#' + el.id : '');
  }
  return '';
}

// quiet answers what drivers/collector/state.go calls State.
function quiet() {
  const now = performance.now();
  onMutations(observer.takeRecords());
  checkBoxes(now);
  let animations = 0;
  for (const a of document.getAnimations()) {
    if (a.playState !== 'running') continue;
    const end = a.effect?.getComputedTiming().endTime;
    if (end !== Infinity && end > 0 && a.effect.target?.checkVisibility?.()) animations++;
  }
  let pictures = 0;
  for (const i of document.images) if (!i.complete && i.loading !== 'lazy') pictures++;
  const icons = [location.origin + '/favicon.ico'];
  for (const l of document.querySelectorAll('link[rel~=icon i],link[rel~=apple-touch-icon i]')) if (l.href && icons.length < 20) icons.push(l.href);
  return json({ complete: document.readyState === 'complete', changed: now - lastMutation, moved: now - boxesAt, animations, busy: busyMarker(), pictures, icons });
}
