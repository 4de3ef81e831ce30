import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { runOnce } from '#platform/scheduling/test-support/run-once.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const metricsToken = 'metrics-token-of-the-test'
const deploy = join(import.meta.dirname, '../../../deploy')

let portal: TestApp
/** The labels of each series name that the server tells. */
let told: Map<string, Set<string>>
before(async () => {
  portal = await startTestApp({ environment: { metricsToken } })
  told = await namesTold()
})
after(() => portal.close())

/** The series of each metric, by the type that the server declares. A histogram has three. */
async function namesTold(): Promise<Map<string, Set<string>>> {
  const { team } = await portal.given.everyRole()
  await portal.crud(team, { apiPath: 'permits', method: 'GET' })
  await runOnce(portal.deps.database, 'sweep-files', { counts: {} })
  const headers = { authorization: `Bearer ${metricsToken}` }
  await portal.send({ method: 'GET', url: '/metrics', headers })
  const { body } = await portal.send({ method: 'GET', url: '/metrics', headers })
  const series = new Map<string, Set<string>>()
  for (const [, name = '', type = ''] of body.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const ending of endings) series.set(`${name}${ending}`, new Set())
  }
  for (const [, name = '', labels = ''] of body.matchAll(/^([a-z_]+)\{(.*)\} \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) series.get(name)?.add(label)
  return series
}

/** The metrics in expressions, with the labels they are selected by. */
function metricsIn(expressions: readonly string[]): { name: string; labels: string[] }[] {
  return expressions.flatMap((expression) =>
    [...expression.matchAll(/\b((?:portal|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
      ([, name = '', selector = '']) => ({
        name,
        labels: [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
      }),
    ),
  )
}

/** Labels that Prometheus adds to each series. */
const added = new Set(['job', 'instance'])

function requireTold(expressions: readonly string[]): void {
  const used = metricsIn(expressions)
  assert.ok(used.length >= expressions.length, 'each expression asks for a metric of the server')
  assert.deepEqual(
    used.map(({ name }) => name).filter((name) => !told.has(name)),
    [],
    'the server does not tell these',
  )
  // A counter without a series yet has no labels to compare.
  const wrong = used.flatMap(({ name, labels }) => {
    const known = told.get(name) ?? new Set()
    return known.size === 0 ? [] : labels.filter((label) => !added.has(label) && !known.has(label))
  })
  assert.deepEqual(wrong, [], 'no series has these labels')
}

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
  templating: z.object({ list: z.array(z.object({ query: z.string() })) }),
})

test('the Grafana dashboard shows only metrics that the server tells', async () => {
  const { panels, templating } = Dashboard.parse(
    JSON.parse(await readFile(join(deploy, 'grafana/portal.json'), 'utf8')),
  )
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  assert.ok(expressions.length > 20)
  requireTold(expressions)
  requireTold(templating.list.map(({ query }) => query).filter((query) => query.startsWith('label_values')))
})

test('the alert rules ask only for metrics that the server tells, and each rule has a summary', async () => {
  const text = await readFile(join(deploy, 'prometheus/alerts.yaml'), 'utf8')
  const rules = text.split(/^ {6}- alert: /m).slice(1)
  assert.ok(rules.length > 10)
  for (const rule of rules) assert.match(rule, /^Portal\w+\n {8}expr: [^]+\n {10}summary: '.+'/, rule)
  const expressions = rules.map((rule) => /^ {8}expr: (.+)$/m.exec(rule)?.[1] ?? '')
  requireTold(expressions.filter((expression) => !expression.startsWith('up{')))
})

test('an invented metric or label is found', () => {
  assert.throws(() => requireTold(['sum(portal_invented_total)']), /portal_invented_total/)
  assert.throws(() => requireTold(['portal_part_ok{invented="x"}']), /invented/)
})
