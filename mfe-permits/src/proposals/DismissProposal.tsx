import { DismissDialog } from '../decisions/DismissDialog.tsx'
import type { DismissDialogProps } from '../decisions/DismissDialog.tsx'
import { t } from './texts.ts'

/** Asks why a proposal of an agency is dismissed. */
export function DismissProposal(props: Omit<DismissDialogProps, 'words'>) {
  const words = { title: t('dismissTitle'), text: t('dismissText'), action: t('dismiss') }
  return <DismissDialog words={words} {...props} />
}
