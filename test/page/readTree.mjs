/** What a screen reader is told of a page: the browser's own tree of accessible things. */
import assert from 'node:assert/strict';

/** Returns all nodes of the tree: role, name, description and properties. */
export async function readTree(page) {
  const session = await page.page.context().newCDPSession(page.page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: role?.value,
      name: name?.value ?? '',
      description: description?.value ?? '',
      ...Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
    }));
}

/** One first heading, no level left out, and a name for every button; a button that can't be pressed says why. */
export async function isReadable(page) {
  const tree = await readTree(page);
  const levels = tree.filter(({ role }) => role === 'heading').map(({ level }) => level);
  assert.equal(levels.filter((level) => level === 1).length, 1);
  for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1, `${levels}`);
  const buttons = tree.filter(({ role }) => role === 'button' || role === 'DisclosureTriangle');
  for (const { name: label } of buttons) assert.match(label, /\S/);
  const silent = buttons.filter(({ disabled, description }) => disabled && description === '');
  assert.deepEqual(silent, []);
}
