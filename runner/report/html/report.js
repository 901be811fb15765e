'use strict';
const $ = id => document.getElementById(id), all = (css, at = document) => [...at.querySelectorAll(css)];
const search = $('search'), chips = all('.chip'), cases = all('.case'), entries = new Map(all('.index li').map(li => [li.dataset.of, li]));
let verdict = '';

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const c of cases) {
    const of = !verdict || (verdict === 'flaky' ? c.dataset.flaky : c.dataset.verdict === verdict);
    const text = c.dataset.search.toLowerCase();
    c.hidden = !of || !words.every(w => text.includes(w));
    entries.get(c.id).hidden = c.hidden;
    if (!c.hidden) shown++;
  }
  $('none').hidden = shown > 0 || !cases.length;
}
function choose(value) {
  verdict = value;
  for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset.filter === value));
  filter();
}
for (const chip of chips) chip.onclick = () => choose(chip.dataset.filter);
search.oninput = filter;
$('reset').onclick = () => { search.value = ''; choose(''); };
$('open').onclick = () => { for (const c of cases) if (!c.hidden) c.open = true; };
$('close').onclick = () => { for (const c of cases) c.open = false; };

// A link to a case or a step opens what it stands in.
function reveal() {
  const at = $(decodeURIComponent(location.hash.slice(1)));
  if (!at) return;
  for (let d = at.closest('details'); d; d = d.parentElement.closest('details')) { d.open = true; d.hidden = false; }
  at.scrollIntoView();
}
addEventListener('hashchange', reveal);
document.addEventListener('click', e => {
  const a = e.target.closest('a[href^="#"]');
  if (a && a.hash === location.hash) reveal(); // the same address again fires no hashchange
});
if (location.hash) reveal();

// The lightbox walks through the pictures of one try.
const zoom = $('zoom');
let shots = [], index = 0;
function show(i) {
  index = (i + shots.length) % shots.length;
  const shot = shots[index], frame = shot.querySelector('.frame').cloneNode(true), img = frame.querySelector('img');
  img.loading = 'eager';
  frame.style.width = `min(94vw, ${img.getAttribute('width')}px, calc(86vh * ${img.getAttribute('width') / img.getAttribute('height')}))`;
  $('zoomed').replaceChildren(frame);
  $('caption').textContent = shot.dataset.caption;
  $('position').textContent = `${index + 1} of ${shots.length}`;
}
document.addEventListener('click', e => {
  const shot = e.target.closest('.shot');
  if (!shot) return;
  shots = all('.shot', shot.closest('.try')).filter(s => s.closest('.try') === shot.closest('.try'));
  show(shots.indexOf(shot));
  zoom.showModal();
});
zoom.addEventListener('click', e => { if (e.target === zoom || e.target.closest('#zoomed')) zoom.close(); });
$('prev').onclick = () => show(index - 1);
$('next').onclick = () => show(index + 1);
$('shut').onclick = () => zoom.close();
document.addEventListener('keydown', e => {
  if (zoom.open) {
    if (e.key === 'ArrowLeft') show(index - 1);
    if (e.key === 'ArrowRight') show(index + 1);
  } else if (e.key === '/' && document.activeElement !== search) {
    e.preventDefault();
    search.focus();
  }
});

// Paper shows what is open, with its pictures.
addEventListener('beforeprint', () => { for (const img of all('.case[open] img')) img.loading = 'eager'; });
