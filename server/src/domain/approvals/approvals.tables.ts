import type { ApprovalKind } from '@portal/contract'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface ApprovalTable {
  pid: string
  kind: ApprovalKind
  change: Json
  summary: string
  for_superadmin: boolean
  state: 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'failed'
  asked_by: string
  asked_at: Timestamp
  expires_at: Timestamp
  decided_by: string | null
  decided_at: NullableTimestamp
  reason: string | null
}

export interface ApprovalTables {
  approvals: ApprovalTable
}
