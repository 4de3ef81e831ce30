import { registerTexts } from '@portal/shared-ui/i18n'

/** Texts for conditions on fields of permits. */
export const t = registerTexts('admin-conditions', {
  field: 'Field',
  isOneOf: 'Is one of',
  least: 'From',
  most: 'Up to',
  yes: 'Yes',
  no: 'No',
  never: 'Never',
  always: 'Always',
  condition: '{{field}} is {{values}}',
  rangeLeast: '{{field}} from {{least}}',
  rangeMost: '{{field}} up to {{most}}',
  range: '{{field}} from {{least}} to {{most}}',
  joined: '{{first}} and {{second}}',
  add: 'Add field',
  remove: 'Remove {{field}}',
  removeOne: 'Remove',
  valueMissing: 'Select a value',
  limitMissing: 'Enter a lowest value, a highest value, or both',
  amountUnread: 'This {{problem}}.',
  notANumber: 'Enter a number such as 12.5',
  fieldGone: 'This field no longer exists. Choose another one, or remove it.',
  endsFirst: 'Enter a value that is not below the lowest one',
})
