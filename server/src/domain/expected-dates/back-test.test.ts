import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { addDays, collections, daysBetween } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { z } from 'zod'
import { actorFor } from '#test-support/given.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { fitDurations } from './fit-durations.ts'
import { readExpectedDates } from './read-expected-dates.ts'

/**
 * Back-test of expected dates on real durations: the days from the start of a business to the license of the
 * city of Tucson. For each month of 18, the portal knows what the city knew on its first day, and says for
 * each business that starts in it when the license is expected. `PROVE=1` with `TUCSON_DATA=<folder>` runs
 * it, with the file that server/data/austin/README.md describes.
 */

const folder = process.env['TUCSON_DATA']
const onlyProof =
  process.env['PROVE'] === '1' && folder !== undefined ? false : 'needs PROVE=1 and TUCSON_DATA=<folder>'

const Day = z.iso.date()
const License = z.object({
  Start_Date: Day,
  Accept_Date: Day,
  License_Type: z.string(),
  NAICS_Code: z.string(),
})

/** A license as the portal has it: its start is the submission, its acceptance the issue. */
interface Known {
  pid: string
  permitType: string
  began: LocalDate
  issued: LocalDate
}

async function readLicenses(): Promise<Known[]> {
  const text = await readFile(join(folder ?? '', 'tucson_business_licences.csv'), 'utf8')
  const rows: unknown[] = parse(text, { columns: true })
  return rows.flatMap((row, at) => {
    const license = License.safeParse(row)
    if (!license.success) return []
    const { Start_Date: began, Accept_Date: issued, License_Type: kind, NAICS_Code: sector } = license.data
    // The file begins in 2011: of earlier starts it has only those that took long.
    if (began < '2011-01-01' || issued < began) return []
    return [{ pid: `TUCSON${at}`, permitType: `${kind} ${sector.slice(0, 2)}`, began, issued }]
  })
}

let portal: TestApp
let person: Person
before(async () => {
  portal = await startTestApp()
  person = await portal.given.user({ role: 'admin' })
})
after(() => portal.close())

/** Puts into the portal what was known on that day: licenses given before, and businesses that still wait. */
async function know(licenses: readonly Known[], today: LocalDate, org: string): Promise<void> {
  const { database } = portal.deps
  portal.clock.set(`${today}T12:00:00.000Z`)
  await database.query(`delete from permits where pid like 'TUCSON%'`, [], z.unknown())
  const rows = licenses.map(({ pid, permitType, began, issued }) => ({
    pid,
    type: permitType,
    began,
    issued: issued < today ? issued : null,
    status: issued < today ? 'ISSUED' : 'SUBMITTED',
    bucket: issued < today ? 'processed' : 'processing',
  }))
  await database.query(
    `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, authority, received_date, submitted_date, issued_date)
      select r.pid, r.pid, r.pid, $2, r.type, r.status, r.bucket, 'AUSTIN_DSD', r.began, r.began, r.issued
      from jsonb_to_recordset($1::jsonb) as r(pid text, type text, began date, issued date, status text, bucket text)`,
    [JSON.stringify(rows), org],
    z.unknown(),
  )
}

/** The loss of a predicted quantile; the smaller, the better the prediction. */
const pinball = (share: number, days: number, predicted: number): number =>
  Math.max(share * (days - predicted), (share - 1) * (days - predicted))

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const firstOfNext = (month: LocalDate): LocalDate => `${addDays(month, 32).slice(0, 8)}01`

test(
  'the late day covers four of five licenses of later months, and both days beat the overall median',
  { skip: onlyProof },
  async (context) => {
    const all = await readLicenses()
    assert.ok(all.length > 2_500, `${all.length}`)
    const org = await portal.given.org()
    const tally = new Map(
      [0, 7, 14, 30].map((waited) => [waited, { asked: 0, covered: 0, loss: 0, base: 0 }]),
    )
    let month: LocalDate = '2013-01-01'
    for (let at = 0; at < 18; at += 1) {
      const next = firstOfNext(month)
      const started = all.filter(({ began }) => began < month)
      const given = started.filter(({ issued }) => issued < month)
      const overall = median(given.map(({ began, issued }) => daysBetween(began, issued)))
      await know(started, month, org)
      await fitDurations(portal.deps, new AbortController().signal)
      const later = all.filter(({ began }) => began >= month && began < next)
      for (const [waited, sum] of tally) {
        for (const license of later) {
          const { began, issued } = license
          const days = daysBetween(began, issued)
          if (days <= waited) continue
          await know([{ ...license, issued: '2100-01-01' }], addDays(began, waited), org)
          const actor = actorFor(person)
          const { expected } = await readExpectedDates(portal.deps, actor, collections.permits, license.pid)
          const date = expected.find(({ milestone }) => milestone === 'issue')
          if (date?.likely === undefined || date.likely === null || date.late === null) continue
          sum.asked += 1
          sum.covered += issued <= date.late ? 1 : 0
          sum.loss += pinball(0.5, days, daysBetween(began, date.likely))
          sum.loss += pinball(0.8, days, daysBetween(began, date.late))
          sum.base += pinball(0.5, days, overall) + pinball(0.8, days, overall)
        }
      }
      month = next
    }
    for (const [waited, { asked, covered, loss, base }] of tally) {
      const [share, better] = [covered / asked, 1 - loss / base]
      context.diagnostic(
        `after ${waited} days: ${asked} licenses, ${(100 * share).toFixed(1)} % by the late day, loss ${(100 * better).toFixed(1)} % better`,
      )
      assert.ok(asked > 300, `${waited} days: ${asked}`)
      assert.ok(share >= 0.75 && share <= 0.85, `${waited} days: ${share}`)
      assert.ok(better >= 0.1, `${waited} days: ${better}`)
    }
  },
)
