import { useState } from 'react'
import type { ImportCell, ImportMapping, ImportValues } from '@portal/contract'
import { cellKey } from './CellMeanings.tsx'
import type { Meaning, Meanings } from './CellMeanings.tsx'

/**
 * What a person decides about a file before it is imported: columns, what cells mean, and whether clients are
 * made.
 */
export interface ImportChoices {
  mapping: ImportMapping
  /** What was guessed of the mapping. */
  guess: ImportMapping
  /** Every cell to map that a check has found. */
  cells: readonly ImportCell[]
  meanings: Meanings
  createsOrgs: boolean
}

const none: ImportChoices = { mapping: {}, guess: {}, cells: [], meanings: new Map(), createsOrgs: false }

/** The meanings in the form an import takes them. */
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

/** The choices of an import; those about a column are forgotten when another one is chosen. */
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
     * What a check found is listed beside what former ones did: a cell that has a meaning by now is found no
     * more.
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
