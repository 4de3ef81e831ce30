import type { Spanish } from '@portal/shared-ui/i18n'
import { es as acknowledgmentsTexts } from './features/acknowledgments/texts.es.ts'
import { es as certificatesTexts } from './features/certificates/texts.es.ts'
import { es as clientPageTexts } from './features/client/texts.es.ts'
import { es as taskDocumentsTexts } from './features/documents/texts.es.ts'
import { es as taskFeesTexts } from './features/fees/texts.es.ts'
import { es as mergeTexts } from './features/merge/texts.es.ts'
import { es as organizationTabsTexts } from './features/organization/texts.es.ts'
import { es as peopleTexts } from './features/people/texts.es.ts'
import { es as statementTexts } from './features/statement/texts.es.ts'

/** The Spanish texts of this package by namespace, in one chunk that English pages do not load. */
export const spanish: Spanish = {
  acknowledgments: acknowledgmentsTexts,
  certificates: certificatesTexts,
  'client-page': clientPageTexts,
  'task-documents': taskDocumentsTexts,
  'task-fees': taskFeesTexts,
  merge: mergeTexts,
  'organization-tabs': organizationTabsTexts,
  people: peopleTexts,
  statement: statementTexts,
}
