import { ImportResult } from '@portal/contract'
import type { ImportReason, Say } from '@portal/contract'
import type { BatchPlan, ImportBatchResult } from './import-batch.ts'
import { mergedCells } from './import-rows.ts'
import type { FileRow, RowError } from './import-rows.ts'
import { mergedForms } from './other-forms.ts'

const maxNamed = 1_000
/** Maximum number of different reasons in a report. */
const maxReasons = 200
/** Maximum number of rows listed per reason. */
const maxRows = 5

/** An error of a row in the language of the person who imports it. */
type SaidError = Omit<RowError, 'message'> & { message: string }

/** Adds the errors of further rows to the reasons, most frequent first. */
function mergedReasons(known: readonly ImportReason[], errors: readonly SaidError[]): ImportReason[] {
  const byReason = new Map(
    known.map((reason) => [
      JSON.stringify([reason.column, reason.message]),
      { ...reason, rows: [...reason.rows] },
    ]),
  )
  for (const { line, column, message } of errors) {
    const key = JSON.stringify([column, message])
    const reason = byReason.get(key)
    if (reason !== undefined) {
      reason.count += 1
      if (reason.rows.length < maxRows) reason.rows.push(line)
    } else if (byReason.size < maxReasons)
      byReason.set(key, { ...(column !== undefined && { column }), message, count: 1, rows: [line] })
  }
  return [...byReason.values()].toSorted((a, other) => other.count - a.count)
}

/** Adds the result of a batch to the result of the import. `missingOrgs` contains all names found so far. */
export function withBatch(
  before: ImportResult,
  plan: BatchPlan,
  rows: readonly FileRow[],
  batch: ImportBatchResult,
  missingOrgs: number,
  say: Say,
): ImportResult {
  const errors = batch.errors.map((error) => ({ ...error, message: say(error.message) }))
  const rowOfLine = new Map(rows.map(({ row, line }) => [line, row]))
  const named = errors
    .slice(0, maxNamed - before.errors.length)
    .map((error) => ({ row: rowOfLine.get(error.line) ?? error.line, ...error }))
  const reasons = errors.length === 0 ? before.reasons : mergedReasons(before.reasons ?? [], errors)
  const cells = batch.cells.length === 0 ? before.cells : mergedCells(before.cells ?? [], batch.cells)
  const otherForms =
    batch.otherForms.length === 0 ? before.otherForms : mergedForms(before.otherForms ?? [], batch.otherForms)
  return {
    created: before.created + rows.length - errors.length,
    skipped: before.skipped + errors.length,
    errors: [...before.errors, ...named],
    ...(reasons !== undefined && { reasons }),
    ...(cells !== undefined && { cells }),
    ...(otherForms !== undefined && { otherForms }),
    ...(plan.dryRun && missingOrgs > 0 && { missingOrgs }),
    ...(!plan.dryRun && plan.orgs !== null && { createdOrgs: (before.createdOrgs ?? 0) + batch.createdOrgs }),
  }
}

/** The stored result, or an empty one before the first batch. */
export function resultSoFar(kept: unknown): ImportResult {
  return kept === null ? { created: 0, skipped: 0, errors: [] } : ImportResult.parse(kept)
}
