/**
 * The public API of the package: the building blocks of all screens. The other entries are the facades of
 * shared modules.
 */
export { anything, api, crud, nothing, onReauthRequired, onSignInRequired } from './api/api.ts'
export type { CallOptions, Shape } from './api/api.ts'
export { ApiProblem, isProblem } from './api/api-problem.ts'
export { useChange } from './api/use-change.ts'
export type { ChangeOptions } from './api/use-change.ts'
export { RecordConditions } from './conditions/RecordConditions.lazy.ts'
export { DeletedList } from './deleted/DeletedList.lazy.tsx'
export { deletedStateIn, writeDeletedState } from './deleted/deleted-state.ts'
export type { DeletedState } from './deleted/deleted-state.ts'
export { QueryResult } from './feedback/QueryResult.tsx'
export { EmptyState } from './feedback/EmptyState.tsx'
export { ErrorBoundary } from './feedback/ErrorBoundary.tsx'
export { ErrorPanel } from './feedback/ErrorPanel.tsx'
export { loadIdleCode, whenFirstRows } from './feedback/idle-code.ts'
export { lazyComponent } from './feedback/lazy-part.tsx'
export { fetchCode, isChunkLoadError, onMissingCode, reportMissingCode } from './feedback/missing-code.ts'
export { Notice } from './feedback/Notice.tsx'
export { PageNotFound } from './feedback/PageNotFound.tsx'
export { SkeletonTable } from './feedback/SkeletonTable.tsx'
export { HandoverDialog } from './handover/HandoverDialog.lazy.ts'
export { Icon } from './icons/Icon.tsx'
export { ZonePicker } from './inputs/ZonePicker.tsx'
export { isForPage, keepsKeys } from './keys/key-target.ts'
export { loadHelpSheet } from './keys/HelpSheet.lazy.ts'
export { OptionChip } from './icons/OptionChip.tsx'
export { StatusChip } from './icons/StatusChip.tsx'
export { clamped } from './layout/clamped.ts'
export { FormDialog } from './layout/FormDialog.lazy.ts'
export { ReasonDialog } from './layout/ReasonDialog.lazy.ts'
export { ShownOnceDialog } from './layout/ShownOnceDialog.lazy.ts'
export type { FormDialogProps } from './layout/FormDialog.tsx'
export { Facts } from './layout/Facts.tsx'
export { Section } from './layout/Section.tsx'
export { StepButtons } from './layout/StepButtons.tsx'
export { Row, Rows, rowSx } from './layout/Rows.tsx'
export { newMailUrl, telUrl, useNewMail } from './mail/new-mail.ts'
export { unreadAlertsAtom } from './portal/alerts.ts'
export { fieldKey } from './records/grid/add-field/field-key.ts'
export { useLibraryChoices, useLibraryLabels, usePermitLibrary } from './portal/permit-library.ts'
export type { LibraryLabels } from './portal/permit-library.ts'
export { useStatusMap } from './portal/status-map.ts'
export {
  columnsIn,
  configurationAtom,
  configurationErrorAtom,
  currencyAtom,
  loadConfiguration,
} from './portal/configuration.ts'
export { AmountField, useAmount } from './payments/AmountField.tsx'
export { RecordPaymentButton } from './payments/RecordPaymentButton.tsx'
export { panelsVersionAtom } from './portal/panel-news.ts'
export { createAction } from './slots/create-action.ts'
export type { ActionSlot } from './slots/create-action.ts'
export { createCells } from './slots/create-cells.tsx'
export type { CellProps, CellsOptions } from './slots/create-cells.tsx'
export { createPanel } from './slots/create-panel.tsx'
export { SlotPanels } from './slots/SlotPanels.tsx'
export { startAction, useActionParts } from './slots/start-action.ts'
export { offerKey, offerLabel, useOffers } from './slots/use-offers.ts'
export { createPortalStore } from './portal/portal-store.ts'
export { Providers } from './portal/Providers.tsx'
export { createQueryClient } from './portal/query-client.ts'
export { useShell } from './portal/shell-api.ts'
export type {
  MountedPanel,
  PanelModule,
  PanelOffer,
  PanelProps,
  ShellApi,
  SlotInput,
  SlotProps,
} from './portal/shell-api.ts'
export {
  browserZone,
  formatDay,
  formatDateTime,
  formatMomentDay,
  formatTime,
  explainDay,
  dateTimeTooltip,
  today,
} from './format/dates.ts'
export { saveAsFile } from './format/save-as-file.ts'
export { formatSize } from './format/sizes.ts'
export { formatDuration } from './format/durations.ts'
export { formatAmount, formatMoney, formatNumber } from './format/numbers.ts'
export { formatAge } from './records/values/format-age.ts'
export { FieldValue } from './records/values/FieldValue.tsx'
export { RecordLink } from './records/drawer/RecordLink.tsx'
export { TabLink } from './records/drawer/tabs/TabLink.tsx'
export { isReference } from './records/declaration/is-reference.ts'
export { amountIn, amountProblemOf } from './records/edit/form-values.ts'
export { labelOf } from './records/declaration/label-of.ts'
export { SearchBox } from './records/page/SearchBox.tsx'
export { numberOf, optionOf, titleOf } from './records/declaration/record-title.ts'
export { useDeclarations } from './records/declaration/use-declaration.ts'
export { screenLabelIn, screenOptions } from './records/declaration/screen-declaration.ts'
export { ConfirmDialog } from './records/edit/dialogs/ConfirmDialog.lazy.ts'
export { LeaveGuard } from './records/edit/dialogs/LeaveGuard.lazy.ts'
export { hintSlots, useFormHint } from './records/edit/form-hint.ts'
export { PickerField } from './records/edit/PickerField.tsx'
export type { PickerFieldProps } from './records/edit/PickerField.tsx'
export { ReferencePicker } from './records/edit/ReferencePicker.lazy.ts'
export { mayStoreText, signedOutKey, unsentTextPrefixes } from './portal/personal-storage.ts'
export {
  changeRecordWatch,
  changeViewWatch,
  watchesKey,
  watchesQuery,
} from './records/watching/watch.queries.ts'
export { prefetchRecordPage, RecordPage } from './records/page/RecordPage.lazy.tsx'
export type { RecordBoardProps, RecordPageProps } from './records/page/record-page-props.ts'
export { mayCreate } from './records/edit/may-create.ts'
export { relatedQuery } from './records/drawer/related/related-queries.ts'
export { newNoteUrl, newRecordUrl, openableList, openableUrl } from './records/page/record-url.ts'
export { listQuery, recordKeys, recordQuery, stepsKey } from './records/list/record-queries.ts'
export {
  kindAndStatus,
  minSearchLength as leastLetters,
  recordSearchQuery,
} from './records/page/record-search.ts'
export {
  refreshAllRecords,
  refreshCollection,
  refreshRecordsAndSteps,
} from './records/list/refresh-records.ts'
export { listShape, recordShape } from './records/list/record-shape.ts'
export type { RecordList } from './records/list/record-shape.ts'
export { downloadAfterProof, exportNeedsProof } from './records/transfer/export-url.ts'
export { createRemote } from './remote/create-remote.tsx'
export type { MountProps, RemoteLifecycles } from './remote/create-remote.tsx'
export {
  actorAtom,
  askSession,
  authPendingAtom,
  isAdministratorAtom,
  loadSession,
  roleAtom,
  sessionAtom,
  userAtom,
} from './session/session.ts'
export type { Session } from './session/session.ts'
export { requestUser } from './session/request-user.ts'
export { todayAtom, watchDays, zoneAtom } from './session/today.ts'
export { deviceName } from './sign-in/device-label.ts'
export { PdfPages } from './pdf/PdfPages.lazy.ts'
export { PasskeyList } from './sign-in/PasskeyList.lazy.ts'
export { SessionList } from './sign-in/SessionList.lazy.ts'
export { startLive } from './stream/live.lazy.ts'
export { colourModeAtom, colourModes, startColourMode } from './theme/colour-mode.ts'
export type { ColourMode } from './theme/colour-mode.ts'
export { emotionCache, styleNonce } from './theme/emotion-cache.ts'
export { theme } from './theme/theme.ts'
export { sizes } from './theme/tokens.ts'
export { addToastAtom, removeToastAtom, toastsAtom } from './toast/toasts.ts'
export type { NewToast, Toast } from './toast/toasts.ts'
export { ToastRegion } from './toast/ToastRegion.tsx'
export { filesKey } from './uploads/folder-news.ts'
export { readDropped } from './uploads/folder-tree.ts'
export type { LocalFiles } from './uploads/folder-tree.ts'
export { createFolder, deleteFile, fileMessage } from './uploads/engine/upload-calls.ts'
export type { UploadTarget } from './uploads/engine/upload-calls.ts'
export { randomKey } from './uploads/random-key.ts'
export { folderFailure } from './uploads/engine/upload-failures.ts'
export { PickerInputs } from './uploads/PickerInputs.tsx'
export { FileField } from './uploads/FileField.lazy.tsx'
export { watchJob } from './records/jobs/watch-job.ts'
export type { JobProgress } from './records/jobs/watch-job.ts'
export { WizardDialog } from './records/jobs/WizardDialog.tsx'
export { WorkProgress } from './records/jobs/WorkProgress.tsx'
export { recordFilesQuery } from './uploads/record-files.ts'
export { useFileDrop } from './uploads/use-file-drop.ts'
export { UploadRegion } from './uploads/panel/UploadRegion.tsx'
export { useUpload } from './uploads/use-upload.ts'
