import { registerTexts } from '@portal/shared-ui/i18n'

export const t = registerTexts('settings-columns', {
  remove: 'Remove field {{column}}',
  removeTitle: 'Remove the field {{column}}?',
  removeText:
    'It goes from tables, filters, forms, views, import and export, for everybody. The values stay with the records and come back when the field is restored.',
  unsaved: 'Save or discard your changes first.',
  counting: 'Counting what uses it',
  countFailed: 'What uses it could not be counted.',
  records_zero: 'No record has a value in it.',
  records_one: '{{count, number}} record has a value in it.',
  records_other: '{{count, number}} records have a value in it.',
  views: 'Views that use it: {{views}}.',
  otherViews_one: '{{count, number}} private view of somebody else uses it.',
  otherViews_other: '{{count, number}} private views of others use it.',
  yes: 'Remove field',
  removed: 'Field removed',
  removeFailed: 'The field was not removed',
  removedFields: 'Removed fields',
  removedBy: 'Removed on {{day}} by {{person}}',
  removedOn: 'Removed on {{day}}',
  restore: 'Restore',
  restoreOf: 'Restore {{column}}',
  restored: 'Field restored',
  restoreFailed: 'The field was not restored',
  loading: 'Loading the removed fields',
  failed: 'The removed fields could not be loaded',
})
