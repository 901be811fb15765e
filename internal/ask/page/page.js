// The page for testers. Everything that comes from a case is shown as text, never as markup.
import { connect } from './socket.js';

const $ = id => document.getElementById(id);
const el = (tag, props, ...children) => { const e = Object.assign(document.createElement(tag), props); e.append(...children); return e; };
const cards = new Map(); // id -> {message, form, button, problem, sending}
const shown = new Set(); // ids in the history
let skew = 0, last = '', online = false, over = false, names = [];

// store keeps a value for this tab or browser; private modes may refuse.
const store = (area, key, value) => { try { return value === undefined ? area()[key] : (area()[key] = value); } catch { return undefined; } };

// The token leaves the address bar at once; the tab keeps it for reloads.
let token = '';
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token') || new URLSearchParams(location.search).get('token');
  if (given) store(() => sessionStorage, 'token', given);
  token = given || store(() => sessionStorage, 'token') || '';
  if (location.hash || location.search) history.replaceState(null, '', location.pathname);
  return Boolean(given);
}
takeToken();

const link = connect({
  token: () => token,
  state: (kind, text) => {
    if (kind !== last) hear(kind === 'off' && !link?.refused ? 'The connection is lost; it will be tried again.' : text); // not each second of the pause
    last = kind; online = kind === 'on'; over = kind === 'over';
    $('state').className = 'state ' + kind; $('state-text').textContent = text;
    $('retry').hidden = kind !== 'off' || link.refused; $('invite').hidden = !online || !navigator.clipboard;
    for (const c of cards.values()) refresh(c);
    idle();
  },
  message: m => ({ hello, cases: m => { names = m.cases; listCases(); }, question, answered: closed, expired: closed, rejected, alive: m => sync(m.now) })[m.type]?.(m),
});
addEventListener('hashchange', () => { if (takeToken()) link.again(); });
$('retry').onclick = () => link.again();
$('invite').onclick = async () => {
  try { await navigator.clipboard.writeText(location.origin + '/#token=' + token); toast('The link is copied. Whoever has it can answer until the run ends.'); } catch { toast('The browser did not allow copying.'); }
};
$('name').value = store(() => localStorage, 'verdict-name') || '';
$('name').oninput = () => store(() => localStorage, 'verdict-name', $('name').value);

function sync(now) { skew = new Date(now) - Date.now(); }

function hello(m) {
  sync(m.now);
  names = m.cases; shown.clear(); $('history').replaceChildren();
  for (const c of m.history) remember(c);
  for (const [id, c] of cards) {
    if (!m.open.includes(id)) remove(id);
    else if (c.sending) { c.sending = false; c.problem.textContent = 'The connection was lost before your answer arrived. Please send it again.'; refresh(c); }
  }
  listCases(); idle();
}

function question(m) {
  if (cards.has(m.id)) return;
  const c = { message: m, sending: false };
  c.button = el('button', { type: 'submit', textContent: 'Send answer' });
  c.problem = el('p', { className: 'problem', id: 'p' + m.id }); c.problem.setAttribute('role', 'alert');
  c.left = el('p', { className: 'left' }); c.left.setAttribute('role', 'timer');
  c.bar = el('i'); c.time = el('div', { className: 'time', hidden: !m.deadline }, c.bar); c.time.setAttribute('aria-hidden', 'true');
  const who = el('h3', { className: 'who', id: 'w' + m.id }, el('b', { textContent: m.case || 'A test case' }), ' asks');
  c.form = el('form', { className: 'card', noValidate: true }, el('div', { className: 'top' }, who, c.left), c.time);
  c.form.setAttribute('aria-labelledby', who.id);
  if (m.picture?.startsWith('data:image/')) c.form.append(picture(m.picture));
  c.fields = m.questions.map((q, i) => field(m, q, i, c));
  c.form.append(...c.fields.map(f => f.set), el('div', { className: 'send' }, c.button, c.problem));
  c.form.onsubmit = e => { e.preventDefault(); send(c); };
  cards.set(m.id, c);
  $('cards').append(c.form);
  tick(); refresh(c); idle(); listCases();
  hear(`${m.case || 'A test case'} asks: ${m.questions[0].question}`);
}

function picture(src) {
  const b = el('button', { type: 'button', className: 'shot' }, el('img', { src, alt: 'The screen when the question was asked' }));
  b.onclick = () => { $('zoomed').src = src; $('zoom').showModal(); };
  return b;
}

// field is one question: options as radio buttons, free text, or both, of which the last used counts.
function field(m, q, i, c) {
  const set = el('fieldset', {}, el('legend', { textContent: q.question })), radios = [];
  let free;
  if (q.options?.length) {
    const box = el('div', { className: 'options' });
    for (const text of q.options) {
      const r = el('input', { type: 'radio', name: `q${m.id}.${i}`, value: text });
      r.onchange = () => { if (free) free.value = ''; c.problem.textContent = ''; };
      radios.push(r); box.append(el('label', { className: 'option' }, r, el('span', { textContent: text })));
    }
    set.append(box);
  }
  if (!radios.length || q.free_text) {
    free = el('input', { type: 'text', className: 'free', maxLength: 2000, autocomplete: 'off', placeholder: radios.length ? 'or type another answer' : 'Type your answer' });
    free.setAttribute('aria-label', radios.length ? 'Another answer: ' + q.question : q.question);
    free.oninput = () => { if (free.value.trim()) for (const r of radios) r.checked = false; c.problem.textContent = ''; };
    set.append(free);
  }
  const first = radios[0] || free;
  return { id: q.id, set, first, text: () => free?.value.trim() || radios.find(r => r.checked)?.value || '' };
}

function send(c) {
  if (c.sending) return;
  const empty = c.fields.find(f => !f.text());
  if (empty) { c.problem.textContent = c.fields.length > 1 ? 'Please answer every question.' : 'Please choose or type an answer.'; empty.first.focus(); return; }
  const answers = c.fields.map(f => ({ id: f.id, text: f.text() }));
  c.problem.textContent = '';
  c.sending = link.send({ type: 'answer', id: c.message.id, by: $('name').value.trim(), answers });
  if (!c.sending) c.problem.textContent = 'Not connected. Your answer is kept; send it when the connection is back.';
  refresh(c);
}

function refresh(c) {
  c.button.disabled = !online || c.sending;
  c.button.textContent = c.sending && online ? 'Sending…' : online ? 'Send answer' : over ? 'The run has ended' : 'Waiting for the connection…';
}

function rejected(m) {
  const c = cards.get(m.id);
  if (!c) return;
  c.sending = false;
  if (m.final) { remove(m.id); toast('Your answer was not used: ' + m.reason); idle(); return; }
  c.problem.textContent = m.reason; refresh(c);
}

function closed(m) {
  const had = cards.has(m.id);
  remove(m.id); remember(m); idle(); listCases();
  if (!had) return;
  if (m.yours) toast('Thank you. Your answer was sent to the case.');
  else if (m.type === 'answered') toast(`${m.case}: answered by ${m.by}.`);
  else toast(`${m.case}: ${m.reason}`);
}

function remove(id) {
  const c = cards.get(id);
  if (!c) return;
  const inside = c.form.contains(document.activeElement);
  c.form.remove(); cards.delete(id);
  if (inside) ([...cards.values()][0]?.fields[0].first || $('waiting-title')).focus();
}

function remember(m) {
  if (shown.has(m.id)) return;
  shown.add(m.id);
  const at = new Date(m.at), list = el('dl');
  for (const q of m.questions) {
    const a = m.answers?.find(a => a.id === q.id);
    list.append(el('dt', { textContent: q.question }), ...(a ? [el('dd', { textContent: a.text })] : []));
  }
  const by = m.type === 'expired' ? m.reason : m.yours ? 'Answered by you' : 'Answered by ' + m.by;
  $('history').prepend(el('li', { className: m.type },
    el('p', { className: 'meta' }, el('span', { textContent: m.case }), el('time', { dateTime: m.at, textContent: at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) })),
    list, el('p', { className: 'dim', textContent: by })));
  while ($('history').children.length > 50) $('history').lastChild.remove();
}

function listCases() {
  const asking = new Set([...cards.values()].map(c => c.message.case));
  $('cases-box').hidden = !names.length; $('cases-count').textContent = names.length;
  $('cases').replaceChildren(...names.map(n => el('li', asking.has(n) ? { className: 'asks', textContent: n + ' (asks now)' } : { textContent: n })));
}

function idle() {
  const n = cards.size;
  $('count').textContent = n; $('count').classList.toggle('some', n > 0);
  $('idle').hidden = n > 0; $('no-history').hidden = shown.size > 0;
  $('idle-title').textContent = over ? 'The run has ended' : link.refused ? 'This link is not valid' : 'No question is open';
  $('idle-text').textContent = over ? 'Thank you. You can close this page.' : link.refused ? 'Open the link that the run has printed. It works until that run ends.'
    : 'When a test case needs you, its question appears here by itself. You can leave this page open.';
  document.title = (n ? `(${n}) ` : '') + 'Verdict asks';
}

// toast shows what has happened, the last thing only; hear says it to those who do not see the page.
function toast(text) {
  const t = el('div', { className: 'toast', textContent: text });
  $('toasts').replaceChildren(t);
  setTimeout(() => t.remove(), 6000);
}
function hear(text) { $('heard').textContent = text; }

function tick() {
  for (const c of cards.values()) {
    if (!c.message.deadline) continue;
    const end = new Date(c.message.deadline) - skew, s = Math.max(0, Math.round((end - Date.now()) / 1000));
    const h = Math.floor(s / 3600), two = n => String(n).padStart(2, '0');
    c.left.textContent = (h ? h + ':' + two(Math.floor(s / 60) % 60) : Math.floor(s / 60)) + ':' + two(s % 60) + ' left';
    c.bar.style.transform = `scaleX(${Math.min(1, Math.max(0, (end - Date.now()) / (new Date(c.message.deadline) - new Date(c.message.asked))))})`;
    c.form.classList.toggle('soon', s < 60);
  }
}
setInterval(tick, 1000);
