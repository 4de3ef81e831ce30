import { Job } from '@portal/contract'
import { api } from '../../api/api.ts'
import { t } from '../texts.ts'

const pauseMs = 400

export interface JobProgress {
  done: number
  total: number
}

/** Follows a job until it has ended. Throws with its own words when it failed. */
export async function watchJob(id: string, onProgress: (progress: JobProgress) => void): Promise<Job> {
  const job = await api.get(`/api/jobs/${encodeURIComponent(id)}`, Job)
  onProgress({ done: job.done, total: job.total })
  if (job.state === 'done') return job
  if (job.state === 'failed') throw new Error(job.detail ?? t('jobStopped'))
  await new Promise((resume) => {
    setTimeout(resume, pauseMs)
  })
  return watchJob(id, onProgress)
}
