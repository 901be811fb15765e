'use strict';

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const asJSON = { Accept: 'application/json' };

// Toasts

const fade = (toast) => setTimeout(() => toast.remove(), 6000);

function toast(message) {
  const p = document.createElement('p');
  p.className = 'toast';
  p.textContent = message;
  $('.toasts').append(p);
  fade(p);
}

$$('.toast').forEach(fade);

// Forms that are sent without leaving the page. keepalive: a test that navigates right after the click must not lose them.

async function post(url, fields) {
  const answer = await fetch(url, { method: 'POST', headers: asJSON, body: new URLSearchParams(fields), keepalive: true });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

async function postAndTell(url, fields) {
  try {
    const { message, cart_count: count } = await post(url, fields);
    $('[data-testid="cart-count"]').textContent = count;
    toast(message);
  } catch {
    toast('That did not work. Try again.');
  }
}

$$('form[data-async]').forEach((form) => form.addEventListener('submit', (event) => {
  event.preventDefault();
  postAndTell(form.action, new FormData(form, event.submitter));
}));

$$('form[data-confirm]').forEach((form) => form.addEventListener('submit', (event) => {
  if (!confirm(form.dataset.confirm)) event.preventDefault();
}));

$$('[data-autosubmit]').forEach((select) => select.addEventListener('change', () => select.form.requestSubmit()));

$$('[data-switch]').forEach((box) => box.addEventListener('change', () => {
  postAndTell('/settings/switch', { name: box.dataset.switch, on: box.checked });
}));

// Menu on narrow screens, accordion

$('.menu-button').addEventListener('click', ({ currentTarget: button }) => {
  button.setAttribute('aria-expanded', $('#nav').classList.toggle('open'));
});

$$('.accordion button').forEach((button) => button.addEventListener('click', () => {
  const open = button.getAttribute('aria-expanded') !== 'true';
  button.setAttribute('aria-expanded', open);
  document.getElementById(button.getAttribute('aria-controls')).hidden = !open;
}));

// Delete dialog

const dialog = $('#delete-dialog');
$$('[data-delete]').forEach((button) => button.addEventListener('click', () => {
  $('form', dialog).action = button.dataset.delete;
  $('[data-who]', dialog).textContent = button.dataset.who;
  dialog.showModal();
}));
$$('[data-close]').forEach((button) => button.addEventListener('click', () => dialog.close()));

// Tabs; the open one stands in the address, so that a reload comes back to it

const tabs = $$('[role="tab"]');

function openTab(tab) {
  for (const other of tabs) {
    const on = other === tab;
    other.setAttribute('aria-selected', on);
    other.tabIndex = on ? 0 : -1;
    document.getElementById(other.getAttribute('aria-controls')).hidden = !on;
  }
}

tabs.forEach((tab, i) => {
  tab.addEventListener('click', () => {
    openTab(tab);
    history.replaceState(null, '', `#${tab.getAttribute('aria-controls')}`);
  });
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(i + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
});
const linked = tabs.find((tab) => `#${tab.getAttribute('aria-controls')}` === location.hash);
if (linked) openTab(linked);

// The theme list: a listbox of our own, with the keys of a native one

$$('[data-listbox]').forEach((box) => {
  const button = $('button', box);
  const list = $('ul', box);
  const options = $$('li', list);
  let active = 0;

  const mark = (i) => {
    active = Math.max(0, Math.min(options.length - 1, i));
    options.forEach((option, n) => option.classList.toggle('active', n === active));
    button.setAttribute('aria-activedescendant', options[active].id);
  };
  const open = (on) => {
    list.hidden = !on;
    button.setAttribute('aria-expanded', on);
    if (on) mark(options.findIndex((option) => option.getAttribute('aria-selected') === 'true'));
    else button.removeAttribute('aria-activedescendant');
  };
  const choose = (option) => {
    for (const other of options) other.setAttribute('aria-selected', other === option);
    button.textContent = option.textContent;
    $('input', box).value = option.dataset.value;
    document.documentElement.dataset.theme = option.dataset.value.toLowerCase();
    open(false);
  };

  button.addEventListener('click', () => open(list.hidden));
  button.addEventListener('blur', () => open(false));
  list.addEventListener('mousedown', (event) => event.preventDefault()); // keeps the focus on the button
  options.forEach((option) => option.addEventListener('click', () => choose(option)));
  button.addEventListener('keydown', (event) => {
    const act = list.hidden
      ? { ArrowDown: () => open(true), ArrowUp: () => open(true) }[event.key]
      : {
          ArrowDown: () => mark(active + 1), ArrowUp: () => mark(active - 1), Home: () => mark(0), End: () => mark(options.length - 1),
          Enter: () => choose(options[active]), ' ': () => choose(options[active]), Escape: () => open(false),
        }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
});

// Checkout: the summary follows the delivery option

$$('input[name="delivery"]').forEach((radio) => radio.addEventListener('change', () => {
  const express = radio.value === 'Express';
  $('[data-sums="Express"]').hidden = !express;
  $('[data-sums="other"]').hidden = express;
}));

// Order confirmation: the payment is confirmed in the background

const payment = $('[data-payment]');
if (payment) {
  fetch(payment.dataset.payment, { method: 'POST', keepalive: true }).then((answer) => {
    // Not looking at the answer is what the bug order-500 does.
    const good = answer.ok || !('checked' in payment.dataset);
    payment.textContent = good ? 'Payment confirmed' : 'Your payment could not be confirmed. Reload to try again.';
  }, () => { payment.textContent = 'Your payment could not be confirmed. Reload to try again.'; });
}

// Job: polled until it ends

const job = $('[data-job]');
if (job) {
  const button = $('button', job);

  const show = ({ state, progress, message }) => {
    $('progress', job).value = progress;
    $('[role="status"]', job).textContent = message;
    button.disabled = state === 'running';
    if (state === 'running') setTimeout(poll, 250);
  };
  const ask = (method) => fetch('/api/job', { method }).then((answer) => answer.json()).then(show, () => {
    $('[role="status"]', job).textContent = 'The shop did not answer.';
    button.disabled = false;
  });
  const poll = () => ask('GET');

  button.addEventListener('click', () => ask('POST'));
  if (job.dataset.job === 'running') poll();
}
