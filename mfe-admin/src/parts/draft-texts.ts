import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts of what is edited as a draft and published: the status map and the requirements. */
export const t = registerTexts('admin-drafts', {
  inForce: 'Version {{number}}, published by {{by}} on {{at}}.',
  somebody: 'unknown user',
  draft: 'Unpublished draft by {{by}}, saved {{at}}: {{changes}}.',
  changes_one: '{{count, number}} change',
  changes_other: '{{count, number}} changes',
  unsaved: '{{changes}}, not saved.',
  problems: 'Fix these before saving:',
  discard: 'Discard',
  saveDraft: 'Save draft',
  acceptRemote: 'Use their changes',
  overwriteRemote: 'Keep my changes',
})
