import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { root } from './run.ts'

/** A small repository whose packages only have allowed imports. */
const inOrder: Record<string, string> = {
  'contract/package.json': '{ "name": "@portal/contract", "type": "module", "exports": "./src/index.ts" }',
  'contract/src/index.ts': "import 'zod'\n",
  'shared-ui/package.json':
    '{ "name": "@portal/shared-ui", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'shared-ui/src/index.ts': "import '@portal/contract'\nimport '@mui/material'\n",
  'shared-ui/src/inner.ts': '',
  'remote-cli/src/portal.ts': "import '@portal/contract'\n",
  'shell/src/main.ts': "import '@portal/shared-ui'\nimport './features/menu/menu.ts'\n",
  'shell/src/features/menu/menu.ts': "import 'react'\n",
  'mfe-mail/src/routes.tsx':
    "import '@portal/shared-ui'\nimport './features/inbox/Inbox.tsx'\nimport 'react'\n",
  'mfe-mail/src/features/inbox/Inbox.tsx': '',
  'mfe-files/src/routes.tsx': '',
  'server/src/app/main.ts': "import '@portal/contract'\nimport 'node:fs'\n",
  'server/src/app/main.test.ts': "import '../test-support/given.ts'\n",
  'server/src/test-support/given.ts': '',
  'server/src/domain/collections.ts': '',
  'server/src/engine/query.ts': '',
  'server/src/files/routes.ts': '',
  'server/src/app/jobs/routes.ts': '',
  ...Object.fromEntries(
    ['zod', 'react', 'jotai', '@mui/material'].map((name) => [
      `node_modules/${name}/package.json`,
      `{ "name": "${name}", "main": "index.js" }`,
    ]),
  ),
  ...Object.fromEntries(
    ['zod', 'react', 'jotai', '@mui/material'].map((name) => [`node_modules/${name}/index.js`, '']),
  ),
}

/** One forbidden import per file, and the rule that must report it. */
const wrong: readonly [rule: string, path: string, imported: string][] = [
  ['contract-imports-zod-alone', 'contract/src/with-react.ts', 'react'],
  ['contract-imports-zod-alone', 'contract/src/with-files.ts', 'node:fs'],
  ['shared-ui-knows-contract-alone', 'shared-ui/src/with-shell.ts', '../../shell/src/main.ts'],
  ['remote-cli-knows-contract-alone', 'remote-cli/src/with-build.ts', '../../shared-ui/src/index.ts'],
  ['shell-knows-no-remote', 'shell/src/with-remote.ts', '../../mfe-files/src/routes.tsx'],
  ['remote-knows-no-remote', 'mfe-mail/src/with-remote.ts', '../../mfe-files/src/routes.tsx'],
  ['server-knows-contract-alone', 'server/src/with-screens.ts', '../../shared-ui/src/index.ts'],
  ['remotes-use-the-facades', 'mfe-mail/src/with-jotai.ts', 'jotai'],
  ['remotes-use-the-facades', 'mfe-mail/src/with-mui.ts', '@mui/material'],
  ['doors-not-windows', 'mfe-mail/src/through-a-window.ts', '../../shared-ui/src/inner.ts'],
  ['platform-knows-no-record', 'server/src/platform/with-engine.ts', '../engine/query.ts'],
  ['engine-knows-no-domain', 'server/src/engine/with-domain.ts', '../domain/collections.ts'],
  ['server-features-are-joined-outside', 'server/src/mail/with-feature.ts', '../files/routes.ts'],
  ['server-features-are-joined-outside', 'server/src/files/with-app.ts', '../app/jobs/routes.ts'],
  ['domain-knows-no-feature', 'server/src/domain/with-feature.ts', '../files/routes.ts'],
  ['features-are-joined-outside', 'mfe-mail/src/features/message/Message.tsx', '../inbox/Inbox.tsx'],
  ['product-without-test-code', 'server/src/with-test-support.ts', './test-support/given.ts'],
  ['resolved', 'server/src/with-nothing.ts', './nowhere.ts'],
  ['no-circles', 'contract/src/circle.ts', './circle-back.ts'],
]

const house = mkdtempSync(join(tmpdir(), 'arrows-'))
after(() => rmSync(house, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
}

/** The reported violations, in lines such as `rule: file → imported file`. */
function objections(): string[] {
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const folders = ['contract', 'shared-ui', 'remote-cli', 'shell', 'mfe-mail', 'mfe-files', 'server']
  const result = spawnSync(
    process.execPath,
    [cruise, '--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...folders],
    {
      cwd: house,
      encoding: 'utf8',
    },
  )
  assert.match(result.stdout, /modules, \d+ dependencies cruised/)
  return [...result.stdout.matchAll(/^ *error (.*)/gm)].map(([, line]) => line ?? '')
}

let found: string[] = []
before(() => {
  write(inOrder)
  mkdirSync(join(house, 'node_modules/@portal'), { recursive: true })
  for (const name of ['contract', 'shared-ui'])
    symlinkSync(join(house, name), join(house, 'node_modules/@portal', name))
  cpSync(join(root, '.dependency-cruiser.mjs'), join(house, '.dependency-cruiser.mjs'))
  assert.deepEqual(objections(), [], 'a house in order meets no objection')
  write(Object.fromEntries(wrong.map(([, path, imported]) => [path, `import '${imported}'\n`])))
  write({ 'contract/src/circle-back.ts': "import './circle.ts'\n" })
  found = objections()
})

for (const [rule, path, imported] of wrong) {
  test(`the rule ${rule} reports the import of ${imported} in ${path}`, () => {
    assert.ok(
      found.some(
        (line) =>
          line.startsWith(`${rule}: ${path} `) ||
          (rule === 'no-circles' && line.startsWith(`${rule}: contract/src/circle`)),
      ),
      found.join('\n'),
    )
  })
}
