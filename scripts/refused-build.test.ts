import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { after, before, test } from 'node:test'
import { root } from './run.ts'

/** In the repository, where its packages are found. */
let folder: string
before(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache', 'refused-build-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "refused", "type": "module" }')
  writeFileSync(
    join(folder, 'webpack.config.ts'),
    "import { remoteConfig } from '@portal/shared-ui/webpack'\nexport default remoteConfig(import.meta.dirname)\n",
  )
})
after(() => rmSync(folder, { recursive: true, force: true }))

const manifest = {
  name: 'refused',
  owner: 'Tests',
  contract: '^1.0.0',
  routes: [],
  panels: [],
  collections: [],
  apis: [],
}
const panel = {
  slot: 'record.tab',
  collections: ['permits'],
  id: 'Plans',
  label: 'Plans',
  order: 1,
  expose: './plans',
}

/** The last lines of the build of a remote with this portal.json. */
function build(portalJson: string): { code: number | null; output: string } {
  writeFileSync(join(folder, 'portal.json'), portalJson)
  const { status, stdout, stderr } = spawnSync(
    execPath,
    [join(root, 'node_modules/webpack/bin/webpack.js')],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
      encoding: 'utf8',
    },
  )
  return { code: status, output: stdout + stderr }
}

test('a portal.json that does not fit is refused in words (teams.md M6)', () => {
  for (const [content, reason] of [
    [
      JSON.stringify({ ...manifest, contract: '^2.0.0' }),
      /portal\.json of refused needs contract \^2\.0\.0, and it is built with 1\./,
    ],
    [
      JSON.stringify({ ...manifest, panels: [panel] }),
      /portal\.json of refused exposes \.\/plans, but \.\/src\/panels\/plans\.ts is not there/,
    ],
    ['{', /portal\.json in .* cannot be read: /],
    [JSON.stringify({ ...manifest, owner: 7 }), /portal\.json in .* is not valid:[^]*owner/],
  ] as const) {
    const { code, output } = build(content)
    assert.equal(code, 1, output)
    assert.match(output, reason)
    assert.doesNotMatch(output, /ts-node|install one of them|\n +at /)
    assert.ok(output.trim().split('\n').length < 10, output)
  }
})
