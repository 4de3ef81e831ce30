declare module '@20minutes/s3rver' {
  /** Types of the part that the tests use. The package has no types. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      directory: string
      silent: boolean
      allowMismatchedSignatures?: boolean
      vhostBuckets?: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
