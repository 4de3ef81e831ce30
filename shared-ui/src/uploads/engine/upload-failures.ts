import {
  invalidFile,
  localizeOnScreen,
  requestHasExpired,
  toFileName,
  unsupportedFile,
} from '@portal/contract'
import { ZodError } from 'zod'
import { ApiProblem } from '../../api/api-problem.ts'
import { fileMessage, NoFolder, NoSignedUrl } from './upload-calls.ts'
import { PutFailure } from './put-bytes.ts'
import { t } from '../texts.ts'

/** What is said of a failed step, and whether taking it again may help. */
export interface Failure {
  message: string
  isTransient: boolean
}

const passing = (message: string): Failure => ({ message, isTransient: true })
const lasting = (message: string): Failure => ({ message, isTransient: false })

const isExpired = (text: string) => text.toLowerCase().includes(requestHasExpired.toLowerCase())
/** Refusals that speak of this moment and not of what was asked. */
const isOfTheMoment = (status: number) => status === 408 || status === 425 || status === 429

/** The server answered something nobody understands. */
const isUnreadable = (error: ApiProblem) => error.cause instanceof ZodError

function timedOut(error: ApiProblem): boolean {
  const code: unknown = Reflect.get(Object(error.cause), 'code')
  return code === 'ECONNABORTED' || code === 'ETIMEDOUT'
}

function ofPut({ kind, status, answer }: PutFailure): Failure {
  if (kind === 'timeout') return passing(t('timedOut'))
  if (kind === 'network') return passing(t('networkError'))
  if (isExpired(answer)) return passing(t('expired'))
  // A new address is signed for the next attempt, so a refused one is worth it.
  return passing(status >= 500 ? t('serverError') : t('failed'))
}

function ofCall(error: ApiProblem, name: string): Failure {
  if (error.status === 0) return passing(timedOut(error) ? t('timedOut') : t('networkError'))
  // The call that makes a file the document of a package says it in its detail.
  const message = fileMessage(error) ?? (error.status === 409 ? error.problem.detail : null)
  if (message !== null && isExpired(message)) return passing(t('expired'))
  if (isUnreadable(error)) return passing(t('failed'))
  if (error.status >= 500) return passing(t('serverError'))
  const words =
    message === localizeOnScreen(invalidFile)
      ? localizeOnScreen(unsupportedFile(name))
      : (message ?? t('failed'))
  return { message: words, isTransient: isOfTheMoment(error.status) }
}

/** Why a file of this name is not uploaded, in words, or null. Source: specification.md 5 and 8. */
export function nameRefusal(name: string): string | null {
  const { refusal } = toFileName(name)
  if (refusal === null) return null
  return refusal === invalidFile ? t('badName') : localizeOnScreen(refusal)
}

/**
 * Why a file could not be uploaded, in the words of specification.md 8; a refusal says what the server says
 * (contract.md 5).
 */
export function fileFailure(error: unknown, name: string): Failure {
  if (error instanceof NoSignedUrl) return passing(t('setupFailed'))
  if (error instanceof PutFailure) return ofPut(error)
  if (error instanceof ApiProblem) return ofCall(error, name)
  return lasting(t('failed'))
}

/** Why a folder could not be made, in the words of specification.md 5 and 8. */
export function folderFailure(error: unknown): Failure {
  if (error instanceof NoFolder) return lasting(error.message)
  if (!(error instanceof ApiProblem)) return lasting(t('folderFailed'))
  if (isUnreadable(error)) return lasting(t('folderInvalidAnswer'))
  if (error.status === 0 || error.status >= 500) return passing(t('folderServerError'))
  return { message: fileMessage(error) ?? t('folderServerError'), isTransient: isOfTheMoment(error.status) }
}
