import EspySystem
import EspyTestSupport
import Testing

/// The share of the processors that control groups allow.
struct ProcessorShareTests {
    private func share(_ files: [String: String]) throws -> (quota: Double?, count: Int) {
        let scratch = try Scratch()
        for (name, text) in files { try scratch.write(name, text) }
        let share = ProcessorShare(root: scratch.path)
        return (share.quota, share.count)
    }

    @Test func withoutGroupsThereIsNoLimit() throws {
        let found = try share([:])
        #expect(found.quota == nil)
        #expect(found.count >= 1)
    }

    @Test func theStrictestGroupAboveCounts() throws {
        let found = try share([
            "proc/self/cgroup": "0::/lab/job\n", "sys/fs/cgroup/lab/job/cpu.max": "max 100000\n",
            "sys/fs/cgroup/lab/cpu.max": "100000 100000\n",
        ])
        #expect(found.quota == 1)
        #expect(found.count == 1)
    }

    @Test func insideAContainerTheRootCounts() throws {
        let found = try share(["proc/self/cgroup": "0::/../..\n", "sys/fs/cgroup/cpu.max": "50000 100000\n"])
        #expect(found.quota == 0.5)
        #expect(found.count == 1)
    }

    @Test func olderGroupsAreReadToo() throws {
        let found = try share([
            "proc/self/cgroup": "5:memory:/x\n4:cpu,cpuacct:/x\n",
            "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "-1\n", "sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
            "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "150000\n", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ])
        #expect(found.quota == 1.5)
        #expect(found.count <= 2)
    }

    @Test func affinityIsRead() throws {
        let scratch = try Scratch()
        try scratch.write("proc/self/status", "Name:\tespy\nCpus_allowed:\tff,ffff0001\nCpus_allowed_list:\t0\n")
        #expect(ProcessorShare(root: scratch.path).affinity == 25)
    }
}
