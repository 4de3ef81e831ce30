import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { packagedCommands } from './commands.mjs'
import { root } from './run.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

const service = read('deploy/systemd/permit-portal.service')
const containerfile = read('deploy/container/Containerfile')
const compose = read('deploy/container/compose.yaml')
const chart = globSync('deploy/helm/permit-portal/**/*.{yaml,tpl}', { cwd: root }).map(read).join('\n')
const nginx = read('deploy/nginx/permit-portal.conf')
const proxies = [nginx, read('deploy/caddy/Caddyfile'), read('deploy/container/Caddyfile')]

/** The table of all variables, which a test compares with the server. */
const documented = new Set(
  [...read('docs/operating/configure.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name),
)

test('examples set only variables that the server reads', () => {
  const inCompose = /environment: &portal\n((?: {6}.*\n)+)/.exec(compose)?.[1] ?? ''
  const names = [
    ...inCompose.matchAll(/^ {6}([A-Z0-9_]+):/gm),
    ...chart.matchAll(/\{ name: ([A-Z0-9_]+), value:/g),
    ...(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').matchAll(/([A-Z0-9_]+)=/g),
    ...(/^Environment=(.*)$/m.exec(service)?.[1] ?? '').matchAll(/([A-Z0-9_]+)=/g),
  ].map(([, name]) => name)
  assert.ok(names.length > 15)
  assert.deepEqual(
    names.filter((name) => !documented.has(name)),
    [],
  )
})

test('examples ask the health checks that exist', () => {
  const routes = read('server/src/app/health/routes.ts')
  const asked = [...`${containerfile}${chart}`.matchAll(/\/api\/health\/\w+/g)].map(([path]) => path)
  assert.ok(asked.length >= 4)
  for (const path of asked) assert.ok(routes.includes(`'${path}'`), path)
})

test('examples run commands that a package has', () => {
  const run = [
    ...containerfile.matchAll(/^CMD \["([\w:-]+)"\]/gm),
    ...compose.matchAll(/^ {4}command: \[([\w:-]+)\]/gm),
    ...chart.matchAll(/^ {10}args: \[([\w:-]+)\]/gm),
    ...service.matchAll(/^ExecStart=\S+\/portal ([\w:-]+)/gm),
  ].map(([, name = '']) => name)
  assert.deepEqual(run, ['start', 'migrate', 'migrate', 'start'])
  for (const name of run) assert.ok(name in packagedCommands, name)
})

test('nobody runs as root, and only data and temporary files can be written', () => {
  assert.match(containerfile, /^USER 10001:10001$/m)
  assert.match(compose, /read_only: true\n {4}tmpfs: \['\/tmp:[^\n]*\n {4}cap_drop: \[ALL\]/)
  assert.match(chart, /runAsNonRoot: true/)
  assert.match(chart, /readOnlyRootFilesystem: true/)
  for (const line of [
    'User=permit-portal',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
  ])
    assert.ok(service.split('\n').includes(line), line)
  assert.notEqual(statSync(join(root, 'deploy/systemd/permit-portal')).mode & 0o100, 0)
})

test('proxies lead to the port of the portal and keep its metrics inside', () => {
  for (const text of proxies) {
    assert.match(text, /(127\.0\.0\.1|portal):3000/)
    assert.match(text, /\/metrics (404|\{\n\s+return 404;)/)
  }
  assert.match(nginx, /location = \/api\/stream \{[^}]*proxy_buffering off;/)
  for (const header of [
    'Host $http_host',
    'X-Forwarded-For $proxy_add_x_forwarded_for',
    'X-Forwarded-Proto $scheme',
  ])
    assert.ok(nginx.includes(`proxy_set_header ${header};`), header)
})

if (has('systemd-analyze'))
  test('the service is hardened to an exposure of at most 1.5', () => {
    const path = join(root, 'deploy/systemd/permit-portal.service')
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
      encoding: 'utf8',
    })
    const [, level = '10'] = /exposure level for permit-portal\.service: ([\d.]+)/.exec(report) ?? []
    assert.ok(Number(level) <= 1.5, report)
  })

if (has('nginx'))
  test('nginx accepts its example', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'))
    try {
      const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
      const subject = ['-subj', '/CN=portal.example.org', '-days', '1', '-nodes']
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', certificate],
        { stdio: 'ignore' },
      )
      writeFileSync(join(folder, 'site.conf'), nginx.replaceAll('/etc/ssl/portal/', `${folder}/`))
      writeFileSync(
        join(folder, 'nginx.conf'),
        `pid ${folder}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; include ${folder}/site.conf; }\n`,
      )
      const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], {
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
