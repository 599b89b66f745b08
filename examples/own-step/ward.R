# ward.R FOLDER: Ward's tree of signed counts of triplets.
folder <- commandArgs(trailingOnly = TRUE)[1]
n <- as.integer(Sys.getenv("TERTIUM_OBJECTS"))
rows <- as.matrix(read.csv(file.path(folder, "triplets.csv"))) + 1
count <- function(anchor, other) table(factor(anchor, 1:n), factor(other, 1:n))
counts <- count(rows[, "anchor"], rows[, "near"]) - count(rows[, "anchor"], rows[, "far"])
similar <- unclass(counts + t(counts))
tree <- hclust(as.dist(max(similar) - similar), method = "ward.D2")
write.csv(data.frame(left = tree$merge[, 1], right = tree$merge[, 2]), file.path(folder, "linkage.csv"), row.names = FALSE)
