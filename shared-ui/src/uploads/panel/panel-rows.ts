import { formatSize } from '../../format/sizes.ts'
import { t } from '../texts.ts'
import type { FileUpload, FolderUpload, UploadsState } from '../upload-state.ts'

/** Rows the panel draws at most of one folder, and of single files; the others are counted. */
export const maxRows = 60

/** Part of a whole in per cent, never rounded up to 100. */
export function percentOf(loaded: number, size: number): number {
  return size === 0 ? 0 : Math.min(100, Math.floor((loaded / size) * 100))
}

const places: Record<FileUpload['state'], number> = { Failed: 0, Uploading: 1, Uploaded: 2 }
const placeOf = ({ state, step }: FileUpload) =>
  places[state] + (state === 'Uploading' && step === 'waiting' ? 0.5 : 0)

/** Failures on top, then what is on its way, what waits, and what is done. */
export function inPanelOrder(files: readonly FileUpload[]): FileUpload[] {
  return files.toSorted((a, other) => placeOf(a) - placeOf(other))
}

/** What stands below a file's name. */
export function fileCaption({ state, step, loaded, size, speed, message }: FileUpload): string {
  if (state === 'Failed') return message ?? t('failed')
  if (state === 'Uploaded') return `${t('uploaded')} · ${formatSize(size)}`
  if (step === 'waiting') return `${t('waiting')} · ${formatSize(size)}`
  if (step === 'verifying') return t('verifying')
  if (step === 'pausing') return `${t('uploading')} · ${t('pausing')}`
  const shares = [t('uploading'), t('percent', { percent: percentOf(loaded, size) })]
  return [...shares, ...(speed === null ? [] : [t('speed', { size: formatSize(speed) })])].join(' · ')
}

/** What stands below a folder's name. */
export function folderCaption(
  { state, loaded, size, message, fileCount }: FolderUpload,
  files: readonly FileUpload[],
): string {
  if (message !== null) return message
  const done = files.filter((file) => file.state === 'Uploaded').length
  const share = fileCount === 0 ? t('emptyFolder') : t('filesOf', { done, count: fileCount })
  if (state === 'Uploaded') return `${t('uploaded')} · ${share}`
  if (state === 'Failed') return `${t('failedState')} · ${share}`
  return [t('uploading'), t('percent', { percent: percentOf(loaded, size) }), share].join(' · ')
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return t('secondsLeft', { count: Math.max(1, Math.ceil(seconds)) })
  return seconds < 3600
    ? t('minutesLeft', { count: Math.ceil(seconds / 60) })
    : t('hoursLeft', { count: Math.ceil(seconds / 3600) })
}

/** All of it in one line: `12 of 40, 38 %, 2 min left`. */
export function totalLine({ files, folders, speed }: UploadsState): string {
  const done = files.filter((file) => file.state === 'Uploaded').length
  const [loaded, size] = [
    files.reduce((sum, file) => sum + file.loaded, 0),
    files.reduce((sum, file) => sum + file.size, 0),
  ]
  const empty = folders.filter((folder) => folder.fileCount === 0)
  const doneFolders = empty.filter((folder) => folder.state === 'Uploaded').length
  const words = [t('total', { done: done + doneFolders, count: files.length + empty.length })]
  const failed = files.filter((file) => file.state === 'Failed').length
  if (failed > 0) words.push(t('failedOf', { count: failed }))
  const isBusy = files.some((file) => file.state === 'Uploading')
  if (size > 0 && isBusy) words.push(t('percent', { percent: percentOf(loaded, size) }))
  if (speed !== null && speed > 0 && isBusy) words.push(timeLeft((size - loaded) / speed))
  return words.join(', ')
}

/** Said to screen readers when it changes: how many are on their way, or how it ended. */
export function announcement({ files }: UploadsState): string {
  const busy = files.filter((file) => file.state === 'Uploading').length
  const failed = files.filter((file) => file.state === 'Failed').length
  if (failed > 0) return t('nowFailed', { count: failed })
  return busy > 0 ? t('nowUploading', { count: files.length }) : t('allUploaded')
}
