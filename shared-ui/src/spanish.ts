import { labelsEs } from '@portal/contract/spanish'
import type { Spanish } from './i18n/language.ts'
import { es as sharedApiTexts } from './api/texts.es.ts'
import { es as conditionsTexts } from './conditions/texts.es.ts'
import { es as deletedTexts } from './deleted/texts.es.ts'
import { es as sharedFeedbackTexts } from './feedback/texts.es.ts'
import { es as sharedDurationsTexts } from './format/durations.es.ts'
import { es as sharedSizesTexts } from './format/sizes.es.ts'
import { es as handoverTexts } from './handover/texts.es.ts'
import { es as inputsTexts } from './inputs/texts.es.ts'
import { es as sharedKeysTexts } from './keys/texts.es.ts'
import { es as layoutTexts } from './layout/texts.es.ts'
import { es as newMailTexts } from './mail/texts.es.ts'
import { es as paymentsTexts } from './payments/texts.es.ts'
import { es as sharedPdfTexts } from './pdf/pdf-pages.es.ts'
import { es as presenceTexts } from './presence/texts.es.ts'
import { es as printTexts } from './print/texts.es.ts'
import { es as recordsBulkTexts } from './records/bulk/texts.es.ts'
import { es as createFromRecordTexts } from './records/edit/create/texts.es.ts'
import { es as recordDrawerTexts } from './records/drawer/texts.es.ts'
import { es as recordEditTexts } from './records/edit/texts.es.ts'
import { es as recordsFieldsTexts } from './records/grid/add-field/texts.es.ts'
import { es as recordFiltersTexts } from './records/filter/texts.es.ts'
import { es as recordGroupsTexts } from './records/grid/menus/group-menu.es.ts'
import { es as recordColumnsTexts } from './records/grid/menus/hide-menu.es.ts'
import { es as recordMenusTexts } from './records/grid/menus/texts.es.ts'
import { es as recordSortTexts } from './records/grid/menus/sort-menu.es.ts'
import { es as recordsTexts } from './records/texts.es.ts'
import { es as recordsTransferTexts } from './records/transfer/texts.es.ts'
import { es as recordViewsTexts } from './records/views/texts.es.ts'
import { es as watchingTexts } from './records/watching/texts.es.ts'
import { es as signInTexts } from './sign-in/texts.es.ts'
import { es as slotsTexts } from './slots/texts.es.ts'
import { es as sharedToastTexts } from './toast/toast-region.es.ts'
import { es as sharedUploadsTexts } from './uploads/texts.es.ts'

/** The Spanish texts of this package by namespace: one chunk, which English screens do not load. */
export const spanish: Spanish = {
  'shared-api': sharedApiTexts,
  conditions: conditionsTexts,
  deleted: deletedTexts,
  'shared-feedback': sharedFeedbackTexts,
  'shared-durations': sharedDurationsTexts,
  'shared-sizes': sharedSizesTexts,
  handover: handoverTexts,
  inputs: inputsTexts,
  'shared-keys': sharedKeysTexts,
  layout: layoutTexts,
  'new-mail': newMailTexts,
  payments: paymentsTexts,
  'shared-pdf': sharedPdfTexts,
  presence: presenceTexts,
  print: printTexts,
  'records-bulk': recordsBulkTexts,
  'create-from-record': createFromRecordTexts,
  'record-drawer': recordDrawerTexts,
  'record-edit': recordEditTexts,
  'records-fields': recordsFieldsTexts,
  'record filters': recordFiltersTexts,
  'record groups': recordGroupsTexts,
  'record columns': recordColumnsTexts,
  'record menus': recordMenusTexts,
  'record sort': recordSortTexts,
  records: recordsTexts,
  'records-transfer': recordsTransferTexts,
  'record views': recordViewsTexts,
  watching: watchingTexts,
  'sign-in': signInTexts,
  slots: slotsTexts,
  'shared-toast': sharedToastTexts,
  'shared-uploads': sharedUploadsTexts,
}

/** What the labels of the contract read in Spanish. */
export const labels = labelsEs
