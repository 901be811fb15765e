const search = document.getElementById('search'), chips = [...document.querySelectorAll('.chip')], cases = [...document.querySelectorAll('.case')];
let verdict = '';
function filter() {
  const words = search.value.toLowerCase();
  for (const c of cases) c.hidden = (verdict && c.dataset.verdict !== verdict) || !c.dataset.name.toLowerCase().includes(words);
}
for (const chip of chips) chip.onclick = () => {
  verdict = chip.dataset.filter;
  for (const other of chips) other.setAttribute('aria-pressed', String(other === chip));
  filter();
};
search.oninput = filter;
const zoom = document.getElementById('zoom'), zoomed = document.getElementById('zoomed');
document.addEventListener('click', e => {
  const shot = e.target.closest('.shot');
  if (shot) { zoomed.replaceChildren(shot.querySelector('.frame').cloneNode(true)); zoom.showModal(); }
  else if (e.target === zoom) zoom.close();
});
if (location.hash) { const c = document.getElementById(decodeURIComponent(location.hash.slice(1))); if (c) { c.open = true; c.scrollIntoView(); } }
