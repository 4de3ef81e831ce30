import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planHandover } from './plan.ts'
import type { Candidate, WorkRecord } from './plan.ts'

const record = (pid: string, agency: string | null = null): WorkRecord => ({
  collection: 'permits',
  pid,
  title: pid,
  agency,
  fields: ['assignedTo'],
})
const candidate = (pid: string, load: number, agencies: Record<string, number> = {}): Candidate => ({
  pid,
  load,
  agencies: new Map(Object.entries(agencies)),
})
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const receivers = (records: WorkRecord[], rule: 'LEAST_LOADED' | 'BY_AGENCY', candidates: Candidate[]) =>
  planHandover(records, { rule, candidates })?.map(({ to }) => to)

test('everything goes to the chosen person', () => {
  const planned = planHandover([record('1'), record('2')], { to: 'ben' })
  assert.deepEqual(
    planned?.map(({ to }) => to),
    ['ben', 'ben'],
  )
})

test('the least loaded gets each record, until the loads are equal', () => {
  const people = [candidate('ben', 3), candidate('cleo', 1), candidate('dan', 2)]
  assert.deepEqual(
    receivers(
      numbers(6).map((pid) => record(pid)),
      'LEAST_LOADED',
      people,
    ),
    ['cleo', 'cleo', 'dan', 'ben', 'cleo', 'dan'],
  )
})

test('a permit goes to who has most permits at its agency; without an agency to the least loaded', () => {
  const people = [
    candidate('ben', 90, { AUSTIN: 40 }),
    candidate('cleo', 5, { AUSTIN: 3, DALLAS: 2 }),
    candidate('dan', 0),
  ]
  const records = [record('1', 'AUSTIN'), record('2', 'DALLAS'), record('3', 'HOUSTON'), record('4')]
  assert.deepEqual(receivers(records, 'BY_AGENCY', people), ['ben', 'cleo', 'dan', 'dan'])
})

test('a rule without anybody to choose from has no plan', () => {
  assert.equal(planHandover([record('1')], { rule: 'LEAST_LOADED', candidates: [] }), null)
})

test('by load, nobody ends more than one record above another, unless they began there', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }),
      fc.nat({ max: 200 }),
      (loads, count) => {
        const people = loads.map((load, index) => candidate(String(index), load))
        const planned =
          receivers(
            numbers(count).map((pid) => record(pid)),
            'LEAST_LOADED',
            people,
          ) ?? []
        const ends = people.map(({ pid, load }) => ({
          load,
          end: load + planned.filter((to) => to === pid).length,
        }))
        const lowest = Math.min(...ends.map(({ end }) => end))
        assert.equal(planned.length, count)
        for (const { load, end } of ends) assert.ok(end <= Math.max(load, lowest + 1))
      },
    ),
  )
})
