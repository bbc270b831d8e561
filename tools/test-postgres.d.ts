/** A PostgreSQL for tests. */
export interface TestPostgres {
    /** The address of a database that nothing else uses. */
    readonly url: string;
    /** Stops it and removes what it kept. */
    stop(): Promise<void>;
}
/**
 * Starts a real PostgreSQL that lives as long as a test run, or takes the one that
 * `DOORKIT_TEST_POSTGRES_URL` names. It forgets everything in a power cut, which no test has.
 */
export declare function startTestPostgres(): Promise<TestPostgres>;
