package export

// rows are what may be a row: of a table, a list or a page of cards.
const rows = `tr, li, article, dd, [role="row"], [role="listitem"], [role="article"], [role="option"]`

// letters are those a word is made of, for engines without classes of Unicode.
const letters = `0-9A-Za-z_À-ɏͰ-ӿ`

var tsHelpers = []helper{
	{"env", nil, `/** A value that is no part of the test. */
function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(` + "`the environment variable ${name} is not set`" + `);
  return value;
}
`},
	{"literal", nil, `const literal = (text: string) => text.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
`},
	{"words", []string{"literal"}, `/** The text as words of their own: "2 products" is not in "12 products". */
const words = (text: string) => new RegExp(` + "`(^|[^" + letters + "])${literal(text)}($|[^" + letters + "])`" + `, 'i');
`},
	{"whole", []string{"literal"}, "const whole = (text: string) => new RegExp(`^\\\\s*${literal(text)}\\\\s*$`, 'i');\n"},
	{"part", []string{"literal"}, "const part = (text: string) => new RegExp(literal(text), 'i');\n"},
	{"starts", []string{"literal"}, "const starts = (text: string) => new RegExp(`^\\\\s*${literal(text)}`, 'i');\n"},
	{"ends", []string{"literal"}, "const ends = (text: string) => new RegExp(`${literal(text)}\\\\s*$`, 'i');\n"},
	{"address", []string{"literal"}, `/** A path, whatever its origin, query and fragment; * stands for a segment made for one occasion. */
function address(path: string): RegExp {
  const origin = path.startsWith('/') ? '[a-z]+://[^/]+' : '';
  return new RegExp(` + "`^${origin}${literal(path.replace(/\\/$/, '')).replace(/\\\\\\*/g, '[^/?#]*')}/?([?#].*)?$`" + `, 'i');
}
`},
	{"row", []string{"Locator", "words"}, `/** The row, item or card that shows all of the texts, which " / " separates. */
function row(within: Locator, key: string): Locator {
  let found = within.locator('` + rows + `');
  for (const text of key.split(' / ')) found = found.filter({ has: within.page().getByText(words(text)) });
  return found;
}
`},
	{"testId", []string{"Locator"}, `function testId(within: Locator, id: string): Locator {
  return within.locator(['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'].map((name) => ` + "`[${name}=${JSON.stringify(id)}]`" + `).join(', '));
}
`},
	{"named", []string{"Locator", "words"}, `/** Whatever shows the text or is called so. */
function named(within: Locator, text: string): Locator {
  return within.getByText(words(text)).or(within.getByLabel(words(text))).or(within.getByAltText(words(text))).or(within.getByPlaceholder(words(text)));
}
`},
	{"field", []string{"Locator", "whole"}, `/** A field by its label or placeholder. */
function field(within: Locator, name: string): Locator {
  return within.getByLabel(whole(name)).or(within.getByPlaceholder(whole(name)));
}
`},
	{"shown", []string{"Locator"}, `/** What an element holds or shows: the value of a field, else its text. */
async function shown(at: Locator): Promise<string> {
  return at.evaluate((e) => (e instanceof HTMLSelectElement ? e.selectedOptions[0]?.text : e instanceof HTMLInputElement || e instanceof HTMLTextAreaElement ? e.value : (e as HTMLElement).innerText)?.trim() ?? '');
}
`},
	{"found", nil, `/** The first group of a pattern, else all it matches. */
function found(text: string, pattern: string): string {
  const match = new RegExp(pattern).exec(text);
  if (!match) throw new Error(` + "`nothing in ${JSON.stringify(text)} matches ${pattern}`" + `);
  return match[1] ?? match[0];
}
`},
	{"comes", []string{"Locator"}, `/** Whether something that may not come does. */
async function comes(at: Locator): Promise<boolean> {
  return at.waitFor({ timeout: 500 }).then(() => true, () => false);
}
`},
	{"absent", []string{"Locator"}, `/** Not there, and not there half a second later either. */
async function absent(what: Locator): Promise<void> {
  const visible = what.filter({ visible: true });
  await expect(visible).toHaveCount(0);
  await what.page().waitForTimeout(500);
  expect(await visible.count()).toBe(0);
}
`},
	{"placed", []string{"Locator"}, `/** One thing stands before another, down the page or along a line. */
async function placed(first: Locator, second: Locator, side: 'x' | 'y'): Promise<void> {
  await expect(async () => {
    const [a, b] = [await first.boundingBox({ timeout: 1000 }), await second.boundingBox({ timeout: 1000 })];
    expect(a![side]).toBeLessThan(b![side]);
  }).toPass({ timeout: 5000 });
}
`},
	{"turn", []string{"Locator"}, `/** Brings a toggle into a state. */
async function turn(at: Locator, on: boolean): Promise<void> {
  const is = () => at.evaluate((e) => ['aria-checked', 'aria-pressed', 'aria-selected', 'aria-expanded'].some((name) => e.getAttribute(name) === 'true'));
  if ((await is()) !== on) await at.click();
  await expect.poll(is).toBe(on);
}
`},
	{"answer", []string{"Page"}, `/** Answers the next native dialog. */
function answer(page: Page, accept: boolean, text: string): Promise<unknown> {
  const answered = page.waitForEvent('dialog').then((d) => (accept ? d.accept(text || undefined) : d.dismiss()));
  answered.catch(() => {}); // whoever waits for it hears of it
  return answered;
}
`},
	{"file", nil, `/** A file to upload, from the folder of UPLOADS or that of this test. */
const file = (name: string) => ` + "`${process.env.UPLOADS ?? __dirname}/${name}`" + `;
`},
	{"tab", []string{"Page"}, `/** Another tab: current, next, previous, first, last, a number, or part of title or address; close goes to the last one left. */
async function tab(page: Page, which: string, close: boolean): Promise<Page> {
  const pages = page.context().pages();
  const at = pages.indexOf(page);
  const places: Record<string, number> = { current: at, next: at + 1, previous: at - 1, first: 0, last: pages.length - 1, new: pages.length - 1 };
  let found = pages[places[which] ?? Number(which) - 1];
  for (const one of pages) if (!found && ((await one.title()).includes(which) || one.url().includes(which))) found = one;
  if (!found) throw new Error(` + "`there is no tab ${which}`" + `);
  if (close) {
    await found.close();
    found = page.context().pages().at(-1)!;
  }
  await found.bringToFront();
  return found;
}
`},
}
