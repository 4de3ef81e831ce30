import type {
  GuardContext,
  Machine,
  RecordValues,
  StatusMap,
  TableName,
  TransitionBody,
} from '@portal/contract'
import type { RawBuilder } from 'kysely'
import type { LockedRecord, WriteContext } from '../write/write-context.ts'

/** A row that the actor may see, if it exists. */
export interface VisibleRow {
  /** The FROM clause of the row `t`. */
  from(): RawBuilder<unknown>
}

/** The state machine of a table, and what its transitions read and write. */
export interface CollectionTransitions<Table extends TableName = TableName> {
  /** The statuses and the transitions between them, by the current status map of permits. */
  machine(map: StatusMap): Machine
  /** The facts from other records that the guards need. */
  guardContext?(locked: LockedRecord<Table>): Promise<Partial<GuardContext>>
  /**
   * Locks the records that every writer locks before a record of this table, so that writers cannot deadlock.
   */
  lockBefore?(context: WriteContext, row: VisibleRow, pid: string): Promise<void>
  /**
   * Makes a transition by way of another record, such as the submission of a package by its permit. Returns
   * false if the transition is made here.
   */
  viaOtherRecord?(locked: LockedRecord<Table>, body: TransitionBody): Promise<boolean>
  /** Throws 400 naming the input that does not fit the record. */
  checkInputs?(locked: LockedRecord<Table>, body: TransitionBody): void
  /**
   * The fields of the record itself that a transition changes, with its status. Without it, only the status.
   */
  updates?(locked: LockedRecord<Table>, body: TransitionBody, facts: GuardContext): RecordValues
  /** Follow-up changes of other records, in the same transaction. */
  onTransition?(locked: LockedRecord<Table>, body: TransitionBody, facts: GuardContext): Promise<void>
}
