import { remoteColumnName } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import type { PanelOffer } from '../portal/shell-api.ts'

/** Name of a column of another remote. A field cannot have it. */
export const columnOf = ({ remote, panel }: PanelOffer) => remoteColumnName(remote, panel.id)

/** The elements of cells that another remote fills, by pid of the record. */
type CellElements = ReadonlyMap<string, HTMLElement>

const none: CellElements = new Map()

/**
 * Collects the cells that the grid draws, and tells about changes once per frame: scrolling costs one update
 * for each column and not one for each cell.
 */
export class CellPlaces {
  readonly #drawn = new Map<string, Map<string, HTMLElement>>()
  #told: ReadonlyMap<string, CellElements> = new Map()
  readonly #listeners = new Set<() => void>()
  #isWaiting = false

  /** Adds the element of a cell. Returns a function that removes it. */
  put(column: string, pid: string, element: HTMLElement): () => void {
    const cells = this.#drawn.get(column) ?? new Map<string, HTMLElement>()
    this.#drawn.set(column, cells.set(pid, element))
    this.#tell()
    return () => {
      if (cells.get(pid) === element) cells.delete(pid)
      this.#tell()
    }
  }

  /** The cells of a column; the same map until they change. */
  readonly cellsOf = (column: string): CellElements => this.#told.get(column) ?? none

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    requestAnimationFrame(() => {
      this.#isWaiting = false
      this.#told = new Map([...this.#drawn].map(([column, cells]) => [column, new Map(cells)]))
      for (const listener of this.#listeners) listener()
    })
  }
}

/** The offers for columns of a table, and where their cells are. */
export interface SlotCells {
  offers: readonly PanelOffer[]
  places: CellPlaces
}

export interface FilledColumnsProps extends SlotCells {
  collection: string
  records: readonly AnyRecord[]
}
