import type { Declaration } from '@portal/contract'
import { optionOf } from '@portal/shared-ui'

/** What a status is called for whoever looks. */
export function statusLabel(declaration: Declaration, code: unknown): string {
  return optionOf(declaration.fields['status'], code)?.label ?? String(code)
}
