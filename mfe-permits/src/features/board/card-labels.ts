import type { Declaration } from '@portal/contract'
import { optionOf } from '@portal/shared-ui'

/** The label of a status for the viewer. */
export function statusLabel(declaration: Declaration, code: unknown): string {
  return optionOf(declaration.fields['status'], code)?.label ?? String(code)
}
