import assert from 'node:assert/strict'
import { foldText } from '@portal/contract'
import fc from 'fast-check'
import { z } from 'zod'
import type { Database } from '../database.ts'

/** Letters and marks with special case, normal form or position rules, and some plain letters. */
const special = [
  ...Array.from('aAiIkKsSzZ ıİßẞςσΣſﬁﬄŉǰΐᾳᾼΩΩKÅåµμϐβⅰⅠⓐꭰᎠᏸᏰǅǆéÉ'),
  '\u0301',
  '\u0307',
  '\u0308',
  '\u0323',
  '\u0345',
  '각',
  'ᄀ',
  'ᅡ',
  'ᆨ',
  '𐐀',
  '𞤀',
  '-',
  '%',
]
/** The database function to compare, and the last code point of random letters. */
interface FoldingProof {
  fold: string
  lastPoint: number
  /** Letters that the function does not support. */
  unknown: RegExp
}
/** PostgreSQL 18 with its own Unicode table. */
export const ownFolding: FoldingProof = {
  fold: 'fold_text',
  lastPoint: 0x2ffff,
  unknown: /[\uA7CE-\uA7D5\u{16EA0}-\u{16ED3}]/gu,
}

/** Random texts of the special letters and of all letters up to a code point. */
export const textsUpTo = (lastPoint: number) =>
  fc.string({
    unit: fc.oneof(
      { arbitrary: fc.constantFrom(...special), weight: 3 },
      fc
        .integer({ min: 1, max: lastPoint })
        .map((point) => String.fromCodePoint(point).replace(/[\p{Cn}\p{Cs}]/u, 'x')),
    ),
    maxLength: 12,
  })

/**
 * Compares every letter of Unicode, or those up to `last`. Returns how many letters the database changes, and
 * those it folds differently from `foldText`.
 */
export async function compareEveryLetter(
  { query }: Pick<Database, 'query'>,
  { fold }: FoldingProof,
  last = 0x10ffff,
): Promise<{ folding: number; differing: string[] }> {
  const rows = await query(
    `select point, folded from (
        select c as point, chr(c) as letter, ${fold}(chr(c)) as folded from generate_series(1, ${last}) c where c not between 55296 and 57343 offset 0) l
      where folded <> letter`,
    [],
    z.object({ point: z.number(), folded: z.string() }),
  )
  const byDatabase = new Map(rows.map(({ point, folded }) => [point, folded]))
  const differing: string[] = []
  for (let point = 1; point <= last; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const letter = String.fromCodePoint(point)
    const folded = byDatabase.get(point)
    if (foldText(letter) !== (folded ?? letter))
      differing.push(`U+${point.toString(16)}${folded === undefined ? '' : ` ${folded}`}`)
  }
  return { folding: rows.length, differing }
}

/**
 * Compares random texts: folding by the database with `foldText`, and its search and order with those of
 * JavaScript. Returns the number of compared texts. Letters added in Unicode 17 are left out.
 */
export async function compareTexts(
  { query }: Pick<Database, 'query'>,
  { fold, lastPoint, unknown }: FoldingProof,
  count: number,
  seed: number,
): Promise<number> {
  const texts = textsUpTo(lastPoint)
  const pairs = fc
    .sample(fc.tuple(texts, texts, fc.nat(12)), { seed, numRuns: count })
    .map(([text, other, from]) => {
      const letters = Array.from(text)
      // Half of the search words are parts of the text, some of them in upper case.
      const sought = from % 2 === 0 ? other : letters.slice(from % Math.max(1, letters.length)).join('')
      return {
        text: text.replaceAll(unknown, ''),
        sought: (from % 4 === 1 ? sought.toUpperCase() : sought).replaceAll(unknown, ''),
      }
    })
  let compared = 0
  for (let from = 0; from < pairs.length; from += 5_000) {
    const part = pairs.slice(from, from + 5_000)
    const rows = await query(
      `select p.text, p.sought, k.text as folded, strpos(k.text, k.sought) > 0 as holds, starts_with(k.text, k.sought) as starts,
        right(k.text, length(k.sought)) = k.sought as ends, k.text collate "C" < k.sought collate "C" as before
        from unnest($1::text[], $2::text[]) p(text, sought), lateral (select ${fold}(p.text) as text, ${fold}(p.sought) as sought) k
        where unicode_assigned(p.text) and unicode_assigned(p.sought)`,
      [part.map(({ text }) => text), part.map(({ sought }) => sought)],
      z.object({
        text: z.string(),
        sought: z.string(),
        folded: z.string(),
        holds: z.boolean(),
        starts: z.boolean(),
        ends: z.boolean(),
        before: z.boolean(),
      }),
    )
    for (const { text, sought, folded, holds, starts, ends, before } of rows) {
      const [kept, word] = [foldText(text), foldText(sought)]
      const expected = [
        kept,
        kept.includes(word),
        kept.startsWith(word),
        kept.endsWith(word),
        Buffer.compare(Buffer.from(kept), Buffer.from(word)) < 0,
      ]
      assert.deepEqual(
        [folded, holds, starts, ends, before],
        expected,
        `${JSON.stringify(text)}, ${JSON.stringify(sought)} (SEED=${seed})`,
      )
    }
    compared += rows.length
  }
  return compared
}
