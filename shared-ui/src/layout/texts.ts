import { registerTexts } from '../i18n/texts.ts'

export const t = registerTexts('layout', {
  cancel: 'Cancel',
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
  done: 'Done',
  copied: 'Copied',
  notCopied: 'The browser blocked copying. Select the text and copy it.',
})
