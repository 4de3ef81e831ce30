import { useState } from 'react'
import type { ImportCell, ImportMapping, ImportValues } from '@portal/contract'
import { cellKey } from './CellMeanings.tsx'
import type { Meaning, Meanings } from './CellMeanings.tsx'

/**
 * The user's choices before an import: column mapping, meanings of cells, and whether clients are created.
 */
export interface ImportChoices {
  mapping: ImportMapping
  /** The guessed mapping. */
  guess: ImportMapping
  /** All cells with unknown values that checks have found. */
  cells: readonly ImportCell[]
  meanings: Meanings
  createsOrgs: boolean
}

const none: ImportChoices = { mapping: {}, guess: {}, cells: [], meanings: new Map(), createsOrgs: false }

/** The meanings in the format of the import call. */
export function valuesOf({ cells, meanings }: ImportChoices): ImportValues {
  const byField = Map.groupBy(
    cells.filter((cell) => meanings.has(cellKey(cell))),
    ({ field }) => field,
  )
  const meaningOf = (cell: ImportCell) => meanings.get(cellKey(cell))?.value ?? ''
  return Object.fromEntries(
    [...byField].map(([field, some]) => [
      field,
      Object.fromEntries(some.map((cell) => [cell.cell, meaningOf(cell)])),
    ]),
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The choices of an import. Choosing another column for a field resets the cells of that field. */
export function useImportChoices() {
  const [choices, setChoices] = useState(none)
  return {
    choices,
    begin: (guess: ImportMapping) => setChoices({ ...none, mapping: guess, guess }),
    map: (mapping: ImportMapping) =>
      setChoices((before) => {
        const kept = ({ field }: ImportCell) => isSame(before.mapping[field], mapping[field])
        return { ...before, mapping, cells: before.cells.filter(kept) }
      }),
    /**
     * Adds the cells of a check to those of earlier checks, since a check no longer reports cells that have a
     * meaning.
     */
    find: (found: readonly ImportCell[]) =>
      setChoices((before) => {
        const known = new Map(before.cells.map((cell) => [cellKey(cell), cell]))
        return { ...before, cells: [...known.values(), ...found.filter((cell) => !known.has(cellKey(cell)))] }
      }),
    mean: (cell: ImportCell, meaning: Meaning | null) =>
      setChoices((before) => {
        const meanings = new Map(before.meanings)
        if (meaning === null) meanings.delete(cellKey(cell))
        else meanings.set(cellKey(cell), meaning)
        return { ...before, meanings }
      }),
    createOrgs: (createsOrgs: boolean) => setChoices((before) => ({ ...before, createsOrgs })),
  }
}
