import { readMailQueue } from '#mail/outbox/mail-queue.ts'
import { checkRelay } from '#mail/outbox/smtp-relay.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { readSecretKey } from '#platform/environment/secret-key.ts'
import { countJobs } from '#platform/jobs/job-metrics.ts'
import { createDisk, isDiskLow, requireWritableDisk } from '#platform/storage/disk-space.ts'
import { sweepProblem } from '#platform/storage/store-identity.ts'
import { openScanner, openStore } from '../open-deps.ts'
import { fine, soon, stateOfLimit, wrong } from './findings.ts'
import type { CheckResult } from './findings.ts'

const gigabyte = 1_073_741_824

/** Space on the disk of the data folder, and whether it can be written. */
export async function checkDisk(environment: Environment): Promise<CheckResult> {
  const disk = createDisk(environment)
  const space = await disk.read()
  if (space === null) return { findings: [fine('Disk', 'database and files are on other machines.')] }
  const { freeBytes, totalBytes } = space
  const limit = { name: `space on the disk of ${environment.dataDir}`, usedPart: 1 - freeBytes / totalBytes }
  const says = `${(freeBytes / gigabyte).toFixed(1)} of ${(totalBytes / gigabyte).toFixed(1)} GB are free in ${environment.dataDir}.`
  try {
    await requireWritableDisk({ disk, environment })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      findings: [wrong('Disk', `${environment.dataDir} cannot be written: ${reason}.`)],
      limits: [limit],
    }
  }
  if (await isDiskLow({ disk }))
    return { findings: [wrong('Disk', `${says} Uploads are refused: free some space.`)], limits: [limit] }
  // A large disk that is nearly full has more space than a small one.
  const state = stateOfLimit(limit) === 'ok' ? 'ok' : 'soon'
  return { findings: [{ about: 'Disk', state, says }], limits: [limit] }
}

/** The file store, and whether deleted files are removed. */
export async function checkFiles(environment: Environment, database: Database): Promise<CheckResult> {
  const secretKey = await readSecretKey(environment.secretKey, environment.dataDir)
  const store = await openStore({ environment: { ...environment, secretKey }, clock: systemClock })
  const place = environment.s3 === null ? 'the folder of files' : `the bucket ${environment.s3.bucket}`
  try {
    await store.ping()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { findings: [wrong('Files', `${place} does not answer: ${reason}.`)] }
  }
  const stopped = await sweepProblem({ database })
  return {
    findings: [
      fine('Files', `${place} answers.`),
      ...(stopped === null ? [] : [wrong('Files', `deleted files are not removed. ${stopped}`)]),
    ],
  }
}

export async function checkScanner(environment: Environment): Promise<CheckResult> {
  if (environment.clamdUrl === null)
    return { findings: [soon('Scanner', 'none is configured (CLAMD_URL), so files are not scanned.')] }
  await openScanner(environment).ping()
  return { findings: [fine('Scanner', 'ClamAV answers.')] }
}

const lateMs = 5 * 60_000

/** The outgoing server, and messages that wait for it. */
export async function checkMail(environment: Environment, database: Database): Promise<CheckResult> {
  const { smtpUrl, mailProvider } = environment
  const queue = await readMailQueue({ database, clock: systemClock })
  const { waiting, oldestRetried } = queue
  const isLate = oldestRetried !== null && Date.now() - oldestRetried.getTime() > lateMs
  const queued = isLate
    ? wrong('Outbox', `${waiting} messages wait, the oldest since ${oldestRetried.toISOString()}.`)
    : fine('Outbox', waiting === 0 ? 'no message waits.' : `${waiting} messages wait.`)
  if (mailProvider === 'graph') return { findings: [fine('Mail', 'Microsoft sends it.'), queued] }
  if (smtpUrl === null)
    return {
      findings: [soon('Mail', 'no server is configured (SMTP_URL), so nothing leaves the portal.'), queued],
    }
  try {
    await checkRelay(smtpUrl)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { findings: [wrong('Mail', `the server of SMTP_URL does not take mail: ${reason}.`), queued] }
  }
  return { findings: [fine('Mail', 'the server of SMTP_URL answers.'), queued] }
}

const longWaitSeconds = 600

/** Jobs that failed or wait for long. */
export async function checkJobs(database: Database): Promise<CheckResult> {
  const jobs = await countJobs({ database })
  const failed = jobs.filter(({ state }) => state === 'failed')
  const late = jobs.filter((job) => job.state === 'queued' && job.oldest_seconds > longWaitSeconds)
  return {
    findings: [
      failed.length === 0
        ? fine('Jobs', 'none failed within a day.')
        : soon(
            'Jobs',
            `failed within a day: ${failed.map(({ kind, count }) => `${count} of ${kind}`).join(', ')}.`,
          ),
      ...late.map((job) =>
        wrong(
          'Jobs',
          `a job (${job.kind}) has waited for ${Math.round(job.oldest_seconds / 60)} minutes: is a server running?`,
        ),
      ),
    ],
  }
}
