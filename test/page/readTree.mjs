/** Reads the browser's accessibility tree of a page, which is the source for screen readers. */
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

/**
 * Checks that the page has exactly one heading of level 1, that no level is skipped, that every button has a name, and that a
 * disabled button says why.
 */
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
