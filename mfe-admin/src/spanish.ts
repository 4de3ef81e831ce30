import type { Spanish } from '@portal/shared-ui/i18n'
import { es as adminBackgroundTexts } from './features/background/texts.es.ts'
import { es as adminDeliveryTexts } from './features/delivery/texts.es.ts'
import { es as adminFeedsTexts } from './features/feeds/texts.es.ts'
import { es as adminConditionsTexts } from './parts/condition-texts.es.ts'
import { es as adminDraftsTexts } from './parts/draft-texts.es.ts'
import { es as adminLibraryTexts } from './features/library/texts.es.ts'
import { es as adminPermitTypesTexts } from './features/permit-types/texts.es.ts'
import { es as adminRequirementsTexts } from './features/requirements/texts.es.ts'
import { es as settingsColumnsTexts } from './features/settings/columns/texts.es.ts'
import { es as adminModulePageTexts } from './features/settings/modules/page-texts.es.ts'
import { es as adminAppsTexts } from './features/settings/apps/texts.es.ts'
import { es as adminModulesTexts } from './features/settings/modules/texts.es.ts'
import { es as adminPreviewsTexts } from './features/settings/modules/preview-texts.es.ts'
import { es as settingsStorageTexts } from './features/settings/storage/texts.es.ts'
import { es as adminStatusMapTexts } from './features/status-map/texts.es.ts'
import { es as adminUsersTexts } from './features/users/texts.es.ts'
import { es as adminTexts } from './texts.es.ts'

/** The Spanish texts of this package by namespace, in one chunk that English pages do not load. */
export const spanish: Spanish = {
  'settings-columns': settingsColumnsTexts,
  'admin-apps': adminAppsTexts,
  'admin-background': adminBackgroundTexts,
  'admin-delivery': adminDeliveryTexts,
  'admin-feeds': adminFeedsTexts,
  'admin-module-page': adminModulePageTexts,
  'admin-modules': adminModulesTexts,
  'admin-previews': adminPreviewsTexts,
  'admin-conditions': adminConditionsTexts,
  'admin-drafts': adminDraftsTexts,
  'admin-library': adminLibraryTexts,
  'admin-permit-types': adminPermitTypesTexts,
  'admin-requirements': adminRequirementsTexts,
  'settings-storage': settingsStorageTexts,
  'admin-status-map': adminStatusMapTexts,
  'admin-users': adminUsersTexts,
  admin: adminTexts,
}
