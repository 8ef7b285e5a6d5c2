import Testing

@testable import Files

@Suite("Network file systems") struct RemoteFileSystemTests {
    @Test("are distinguished from local disks by their type") func types() {
        let mounts = """
            22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
            36 22 0:41 / /mnt/nas rw,relatime shared:12 master:3 - nfs4 nas:/music rw,vers=4.2
            37 22 0:42 / /mnt/pool\\040one rw - fuse.mergerfs a:b rw
            38 22 0:43 / /sys/fs/fuse/connections rw - fusectl fusectl rw
            39 22 0:44 / /mnt/share rw - cifs //nas/music rw
            40 22 8:1 / /boot rw - vfat /dev/sda1 rw
            damaged - line
            """
        #expect(RemoteFileSystems.devices(in: mounts) == ["0:41", "0:42", "0:44"])
    }
}
