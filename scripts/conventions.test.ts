import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaints } from './conventions.ts'

const wrong: readonly [promise: string, path: string, text: string, words: RegExp][] = [
  ['a file over 400 lines', 'shell/src/long.ts', 'x\n'.repeat(401), /has 401 lines/],
  ['a test over 400 lines', 'shell/src/long.test.ts', 'x\n'.repeat(401), /has 401 lines/],
  ['a folder named for nothing', 'shell/src/utils/dates.ts', '', /"utils" says nothing/],
  ['a file named for nothing', 'shell/src/helpers.ts', '', /"helpers.ts" says nothing/],
  ['a name in the wrong case', 'shell/src/readDates.ts', '', /kebab-case/],
  ['a compiled file', 'scripts/conventions.d.ts', '', /is compiled from conventions.ts: delete it/],
  ["a folder of somebody's machine", 'docs/a.md', 'see /home/ann/portal', /names a folder of one machine/],
  ['work left without its issue', 'shell/src/a.ts', '// TODO later', /without naming its issue/],
  [
    'a check switched off in silence',
    'shell/src/a.ts',
    '// oxlint-disable-next-line no-console',
    /without " -- reason"/,
  ],
  ['a test that runs alone', 'shell/src/a.test.ts', "test.only('x', () => {})", /runs alone/],
  ['a test that should', 'shell/src/a.test.ts', "test('it should work', () => {})", /a test is a promise/],
  [
    'a retired name',
    'server/src/a.ts',
    'const row = new ReadyRow()',
    /:1 uses the retired name ReadyRow: it is PreparedQuery now/,
  ],
  [
    'a type named by a past participle',
    'server/src/a.ts',
    'export interface Stored {}',
    /:1 exports a type named by a past participle/,
  ],
  [
    'a citation of no section',
    'server/src/a.ts',
    '// contract.md 9 and 12.7',
    /cites contract.md 12.7, which does not exist/,
  ],
  ['a citation of no decision', 'server/src/a.ts', '// decision 4711', /cites decision 4711/],
  ['a citation from elsewhere', 'server/src/a.ts', '// spec.txt section 4', /cites a paper that is not/],
  ['a file that is gone', 'docs/a.md', 'See `write/gone.ts`.', /names write\/gone.ts, which does not exist/],
  ['an inner barrel', 'shell/src/menu/index.ts', '', /inner barrel/],
  [
    'a decision without its title',
    'docs/decisions/0002-a.md',
    '# Title\n',
    /does not begin with "# 0002 Title"/,
  ],
  [
    'a decision without a section',
    'docs/decisions/0002-a.md',
    '# 0002 Title\n\n## Context\n\n## Decision\n',
    /no section Consequences/,
  ],
  [
    'a decision that no list names',
    'docs/decisions/0001-a.md',
    '# 0001 Title\n',
    /not listed in docs\/README.md/,
  ],
  [
    'an unexplained dependency',
    'shell/package.json',
    '{\n  "dependencies": {\n    "single-spa": "6.0.3"\n  }\n}',
    /depends on single-spa/,
  ],
]

for (const [promise, path, text, words] of wrong) {
  test(`${promise} is reported`, () => {
    assert.match(complaints([{ path, text }]).join('\n'), words)
  })
}

test('correct files are not reported', () => {
  const files = [
    { path: 'shell/src/MainMenu.tsx', text: '// TODO(#12) say it\n'.repeat(400) },
    { path: 'shell/src/MainMenu.lazy.ts', text: '' },
    { path: 'shell/src/main-menu.state.test.ts', text: "test('a user sees the menu', () => {})\n" },
    {
      path: 'contract/package.json',
      text: '{\n  "exports": {\n    ".": "./src/index.ts"\n  },\n  "dependencies": {\n    "zod": "4.6.7"\n  }\n}',
    },
    { path: 'contract/README.md', text: '- zod: schemas' },
    {
      path: 'contract/src/index.ts',
      text: "export * from './ids.ts' // oxlint-disable-line no-barrel -- the package's face\n",
    },
    {
      path: 'docs/decisions/0002-a.md',
      text: '# 0002 Title\n\n## Context\n\nx\n\n## Decision\n\nx\n\n## Consequences\n\nx\n',
    },
    { path: 'docs/README.md', text: '- [0002 Title](decisions/0002-a.md)' },
    { path: 'docs/a.md', text: 'GET /api/work/items, ./root/x' },
  ]
  assert.deepEqual(complaints(files), [])
})
