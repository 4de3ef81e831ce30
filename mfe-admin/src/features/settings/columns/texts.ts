import { registerTexts } from '@portal/shared-ui/i18n'

export const t = registerTexts('settings-columns', {
  remove: 'Remove field {{column}}',
  removeTitle: 'Remove the field {{column}}?',
  removeText:
    'The field is removed for everyone: from tables, filters, forms, views, import and export. Values are kept and return if you restore the field.',
  unsaved: 'Save or discard your changes first.',
  counting: 'Checking where it is used',
  countFailed: 'Usage could not be checked.',
  records_zero: 'No records have a value in this field.',
  records_one: '{{count, number}} record has a value in this field.',
  records_other: '{{count, number}} records have a value in this field.',
  views: 'Used in views: {{views}}.',
  otherViews_one: 'Used in {{count, number}} private view of another person.',
  otherViews_other: 'Used in {{count, number}} private views of other people.',
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
  loading: 'Loading removed fields',
  failed: 'Removed fields could not be loaded',
})
