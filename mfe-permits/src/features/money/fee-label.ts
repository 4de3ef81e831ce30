import { feeCodes } from '@portal/contract'
import { screenLabelIn } from '@portal/shared-ui'

/** The name of a fee in the language of the screen. */
export const feeLabel = (code: string): string => screenLabelIn(feeCodes, code) ?? code
