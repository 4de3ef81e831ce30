import type { Option } from '@portal/contract'
import { StatusChip } from './StatusChip.tsx'

/** A coded value as its chip, in the words and colour of its option. */
export function OptionChip({ option: { label, colour, symbol } }: { option: Option }) {
  return <StatusChip label={label} {...(colour && { colour })} {...(symbol && { symbol })} />
}
