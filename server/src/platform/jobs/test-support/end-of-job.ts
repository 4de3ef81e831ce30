import { setTimeout as wait } from 'node:timers/promises'
import { Job } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Polls a job as its owner until it has ended. */
export async function endOfJob(portal: TestApp, owner: Person, id: string, withinMs = 60_000): Promise<Job> {
  const endMs = Date.now() + withinMs
  for (;;) {
    const response = await portal.send({ method: 'GET', url: `/api/jobs/${id}` }, owner)
    if (response.statusCode !== 200) throw new Error(`job ${id}: ${response.statusCode} ${response.body}`)
    const job = Job.parse(response.json())
    if (job.state === 'done' || job.state === 'failed') return job
    if (Date.now() > endMs) throw new Error(`job ${id} is still ${job.state} at ${job.done} of ${job.total}`)
    await wait(30)
  }
}
